/// The bytes of a page as a codec reads them, from memory or straight from a file.
public struct PageInput: ~Copyable {
}
