/// What `--version` and `iapwatch_build_info` say; the top of CHANGELOG.md says the same.
let version = "0.1.0"
