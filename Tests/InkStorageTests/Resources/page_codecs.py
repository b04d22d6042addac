"""Codecs: turns the payload of a page into its elements. Written from the article CodecFormats alone.

An element is a tuple: ("stroke", id, tool, colour, width, opaque, samples) or ("image", id, asset, frame);
a sample is (x, y, t, pressure, radius).
"""
import base64, json, struct, zlib

TOOLS = ["pen", "pencil", "highlighter"]

def check(condition, what):
    if not condition: raise ValueError(what)

def signed(number): return (number + (1 << 31)) % (1 << 32) - (1 << 31)

def inflate(stream, length):
    inflater = zlib.decompressobj(-15)
    data = inflater.decompress(stream)
    check(inflater.eof and not inflater.unused_data and len(data) == length, "deflate stream")
    return data

def decode(codec, data):
    if codec.endswith(".z"):
        version, method, length = struct.unpack_from("<IIQ", data)
        check(version == 1 and method in (0, 1), "deflated header")
        inner = inflate(data[16:], length) if method else data[16:]
        check(len(inner) == length, "stored length")
        return decode(codec[:-2], inner)
    return {"json": json_page, "json-delta": json_page, "packed": packed_page, "varint": varint_page}[codec](data)

def stroke(id, tool, colour, width, opaque, samples):
    for x, y, t, pressure, radius in samples:
        check(-1 << 31 <= min(x, y) and max(x, y) < 1 << 31 and 0 <= t < 1 << 32, "x, y or t of a sample")
        check(0 <= min(pressure, radius) and max(pressure, radius) < 1 << 16, "pressure or radius of a sample")
    return "stroke", id, TOOLS[tool], colour, width, opaque, samples

def moved(element, dx, dy):
    if element[0] == "image":
        kind, id, asset, (x, y, *size) = element
        return kind, id, asset, (signed(x + dx), signed(y + dy), *size)
    return *element[:6], [(signed(x + dx), signed(y + dy), *rest) for x, y, *rest in element[6]]

def json_page(data):
    page, elements = json.loads(data.decode("ascii")), []
    absolute = page["format"] == "ink-page"
    check(page["version"] == 1 and (absolute or page["format"] == "ink-page-delta"), "head of a JSON page")
    for element in page["elements"]:
        if "image" in element:
            elements.append(("image", int(element["image"], 16), int(element["asset"], 16), tuple(element["frame"])))
            continue
        rows, samples, last = element["points"], [], (0,) * 5
        if not absolute: rows = [rows[at:at + 5] for at in range(0, len(rows), 5)]
        for row in rows:
            last = tuple(a + b for a, b in zip(last[:3] + (0, 0) if absolute else last, row))
            samples.append(last)
        elements.append(stroke(
            int(element["stroke"], 16), TOOLS.index(element["tool"]), int(element["colour"], 16), element["width"],
            base64.b64decode(element.get("opaque", ""), validate=True), samples))
    return elements

def fill(entries, samples, opaque):  # hands each stroke its samples and opaque bytes
    elements, at, opaque_at = [], 0, 0
    for entry in entries:
        if entry[0] != "image":
            *ink, count, opaque_count = entry
            entry = stroke(*ink, opaque[opaque_at:opaque_at + opaque_count], samples[at:at + count])
            at, opaque_at = at + count, opaque_at + opaque_count
        elements.append(entry)
    check(at == len(samples) and opaque_at == len(opaque), "sums of samples and opaque bytes")
    return elements

def packed_page(data):
    version, count, samples, opaque = struct.unpack_from("<4I", data)
    table = 16 + 40 * count
    check(version == 1 and len(data) == table + 16 * samples + opaque, "head of a packed page")
    entries = []
    for at in range(16, table, 40):
        id, kind, tool, width, colour, first, second = struct.unpack_from("<QBBHIII", data, at)
        check(kind in (0, 1), "kind of an element")
        frame = struct.unpack_from("<4i", data, at + 24)
        entries.append(("image", id, first | second << 32, frame) if kind else (id, tool, colour, width, first, second))
    return fill(entries, list(struct.iter_unpack("<iiIHH", data[table:table + 16 * samples])), data[len(data) - opaque:])

def varint_page(data):
    version, count, total, opaque = struct.unpack_from("<4I", data)
    check(version == 1, "version of a varint page")
    bytes, entries, id, samples, last = iter(data[16:]), [], 0, [], (0,) * 5
    def varint():
        byte = next(bytes)
        return byte if byte < 128 else byte - 128 | varint() << 7
    def difference():
        value = varint()
        return -(value + 1 >> 1) if value & 1 else value >> 1
    def column(size, form):
        check(form in (0, 1), "form of a column")
        numbers = []
        while len(numbers) < size:
            if form: numbers += [0] * varint()
            if len(numbers) < size: numbers.append(difference())
        check(len(numbers) == size, "length of a column")
        return numbers
    for _ in range(count):
        kind, id = next(bytes), (id + difference()) % (1 << 64)
        if kind == 255: entries.append(("image", id, varint(), tuple(difference() for _ in range(4))))
        else: entries.append((id, kind, sum(next(bytes) << 8 * i for i in range(4)), varint(), varint(), varint()))
    while len(samples) < total:
        size = min(1024, total - len(samples))
        for row in zip(*([column(size, 0) for _ in range(3)] + [column(size, next(bytes)) for _ in range(2)])):
            x, y, t, pressure, radius = (a + b for a, b in zip(last, row))
            last = signed(x), signed(y), t % (1 << 32), pressure, radius
            samples.append(last)
    rest = bytearray(bytes)
    check(len(rest) == opaque, "length of a varint page")
    return fill(entries, samples, rest)
