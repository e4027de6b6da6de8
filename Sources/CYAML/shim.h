// The system's libyaml.
#include <yaml.h>
