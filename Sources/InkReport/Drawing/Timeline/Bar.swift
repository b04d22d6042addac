/// A filled rectangle, in tenths of a pixel.
struct Bar {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}
