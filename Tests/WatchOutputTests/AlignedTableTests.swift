import Testing
import WatchOutput

@Suite struct AlignedTableTests {
    @Test func alignsColumns() {
        let table = AlignedTable(
            header: ["name", "rows", "origin"], rows: [["a", "1", "built-in"], ["longer", "12345", ""], ["名前", "7"]],
            alignments: [.left, .right])
        #expect(
            table.render(indent: 2) == """
                  name     rows  origin
                  a           1  built-in
                  longer  12345
                  名前        7

                """)
    }

    @Test func nothingForNoRows() {
        #expect(AlignedTable(header: ["a"], rows: []).render() == "")
    }

    @Test func emptyCellsKeepTheirColumn() {
        #expect(AlignedTable(header: ["", "b"], rows: [["aaa", "1"], ["", "2"]]).render() == "     b\naaa  1\n     2\n")
    }

    @Test func lastColumnIsWrapped() {
        let table = AlignedTable(rows: [["a", "one two three four five six seven"], ["bb", "short"]])
        #expect(table.render(indent: 2, width: 30) == "  a   one two three four five\n      six seven\n  bb  short\n")
        #expect(table.render(width: 80) == "a   one two three four five six seven\nbb  short\n")
    }

    @Test func cellsCannotMoveTheCursor() {
        #expect(AlignedTable(rows: [["a\n\u{1B}[1Ab", "x"]]).render() == "a␊␛[1Ab  x\n")
    }

    @Test func widthsAndCuts() {
        #expect(TerminalText.width("cafe\u{301}") == 4)
        #expect(TerminalText.width("名") == 2)
        #expect(TerminalText.width("😀") == 2)
        #expect(TerminalText.shortened("abcdef", to: 4) == "abc…")
        #expect(TerminalText.shortened("abcd", to: 4) == "abcd")
        #expect(TerminalText.wrapped("a  b", to: 10) == ["a b"])
        #expect(TerminalText.wrapped("", to: 10) == [""])
    }
}
