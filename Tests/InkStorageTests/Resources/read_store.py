"""Reads a store and prints its documents as text: python3 read_store.py STORE

Written from the articles on store formats alone. Anything that does not fit them ends in an exception.
"""
import json, os, re, sqlite3, struct, sys, zlib

from page_codecs import check, decode, inflate, moved, stroke

def read(path):
    check(not os.path.islink(path), path + " is a link")
    with open(path, "rb") as file: return file.read()

def padded(field): return field.rstrip(b"\0").decode("ascii")

def names(directory, ending):  # ids in the names of a directory's files
    found = (re.fullmatch("([0-9a-f]{16})" + re.escape(ending), name) for name in sorted(os.listdir(directory)))
    return [int(match[1], 16) for match in found if match]

# Documents: title, list of pages, elements by page, and how to find an asset.

def sealed(data, format):
    check(data[-24:] == b',"checksum":"%08x"}\n' % zlib.crc32(data[:-24]), "seal of " + format)
    value = json.loads(data)
    check(value["format"] == format and value["version"] == 2, format + " version")
    return value

def read_list(data, id):  # also gives the generation that a journal continues
    document = sealed(data, "ink-document")
    check(int(document["id"], 16) == id, "document id")
    pages = [(int(p["id"], 16), p.get("width", 5953), p.get("height", 8419), p.get("created", 0))
             for p in document["pages"]]
    check(len({page[0] for page in pages}) == len(pages), "page twice")
    return document["title"], pages, int(document.get("generation", "-1"), 16)

def shown(elements): return sorted({element[2] for element in elements if element[0] == "image"})

def read_page(path, id):
    data = read(path)
    magic, version, count, codec, page, generation, length, head, whole = struct.unpack_from("<8sII16sQQQII", data)
    check(magic == b"InkPage\0" and version == 1 and page == id, "page header")
    check(len(data) == 64 + 8 * count + length, "page length")
    references = data[64:64 + 8 * count]
    check(zlib.crc32(data[:56] + references) == head, "page head checksum")
    check(zlib.crc32(data[64:] + data[:60]) == whole, "page checksum")
    elements = decode(padded(codec), data[64 + 8 * count:])
    check(list(struct.unpack("<%dQ" % count, references)) == shown(elements), "references")
    return elements, generation

def read_asset(path, id):
    data = read(path)
    magic, version, asset, checksum = struct.unpack("<8sIQI", data[-24:])
    check(magic == b"InkAsset" and version == 1 and asset == id and checksum == zlib.crc32(data[:-4]), "asset seal")
    return data[:-24]

def frame_head(data, at, key):  # the type of a frame whose head passes
    if len(data) - at < 13: return None
    length, _, type, head = struct.unpack_from("<IIBI", data, at)
    return type if zlib.crc32(data[at:at + 4] + data[at + 8:at + 9], key ^ at) == head else None

def check_torn(data, start, key):  # no frame behind a break may say that what stood before was kept
    for at in range(start, len(data)):
        type = frame_head(data, at, key) or 0
        check(not (type & 0x40 and type & 0x3f in (1, 2, 3, 4, 16, 17, 18)), "journal damaged before %d" % at)

def journal(path, kind, id, generation):  # gives the codec and the frames of all whole saves
    data = read(path) if os.path.exists(path) else b""
    stated, actual = struct.unpack_from("<I", data, 60)[0] if len(data) >= 64 else 0, zlib.crc32(data[:60])
    if data[:8] != b"InkJrnl\0" or stated != actual:
        for key in stated, actual: check_torn(data, 64, key)
        return "", []
    version, found, codec, subject, continued = struct.unpack_from("<II16sQQ", data, 8)
    check(version == 2 and (found, subject) == (kind, id), "journal header")
    if continued != generation: return "", []
    frames, whole, at = [], 0, 64
    while (type := frame_head(data, at, stated)) is not None:
        length, checksum, _, head = struct.unpack_from("<IIBI", data, at)
        payload = data[at + 13:at + 13 + length]
        if len(payload) < length or zlib.crc32(payload, head) != checksum: break
        frames.append((type & 0x3f, payload))
        at += 13 + length
        if type & 0x80: whole = len(frames)
    check_torn(data, at + 1, stated)
    return padded(codec), frames[:whole]

def apply_edit(elements, codec, type, payload):
    def index(id): return [element[1] for element in elements].index(id)
    first, = struct.unpack_from("<I" if type == 1 else "<Q", payload)
    if type == 1:
        (element,) = decode(codec, payload[4:])
        check(first <= len(elements), "index of a put")
        elements.insert(first, element)
    elif type == 2: del elements[index(first)]
    elif type == 3: elements[index(first):index(first) + 1] = decode(codec, payload[8:])
    else:
        check(type == 4, "type of a frame")
        for id, in struct.iter_unpack("<Q", payload[8:]): elements[index(id)] = moved(elements[index(id)], *struct.unpack_from("<ii", payload))

def read_package(root, id):
    title, pages, generation = read_list(read(root + "/document.json"), id)
    for type, payload in journal(root + "/document.journal", 2, id, generation)[1]:
        page = struct.unpack_from("<Q", payload, 4 if type == 16 else 0)[0]
        place = [listed[0] for listed in pages].index(page) if type != 16 else None
        if type == 16: pages.insert(*(lambda index, *page: (index, page))(*struct.unpack("<IQiiQ", payload)))
        elif type == 18: pages.insert(struct.unpack_from("<I", payload, 8)[0], pages.pop(place))
        else: del pages[place]
    content = {}
    for page, *_ in pages:
        content[page], generation = read_page("%s/pages/%016x.content" % (root, page), page)
        codec, frames = journal("%s/pages/%016x.journal" % (root, page), 1, page, generation)
        for frame in frames: apply_edit(content[page], codec, *frame)
    return title, pages, content, lambda asset: read_asset("%s/assets/%016x.jpg" % (root, asset), asset)

def crc(*integers, after=0): return zlib.crc32(struct.pack("<%dq" % len(integers), *integers), after)

def read_database(path, id):
    base = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    check(base.execute("PRAGMA user_version").fetchone() == (2,), "version of the database")
    check(base.execute("PRAGMA application_id").fetchone() == (0x496e6b42,), "application of the database")
    (row,) = base.execute("SELECT id, title, modified, page_count, page_digest, checksum FROM document")
    check(row[0] % (1 << 64) == id and zlib.crc32(row[1].encode(), crc(row[0], *row[2:5])) == row[5], "row of the document")
    listed = base.execute("SELECT id, ordinal, width, height, created, element_count, image_count, element_digest "
                          "FROM pages ORDER BY ordinal").fetchall()
    digest = sum(crc(*page[:5]) for page in listed)
    check((len(listed), digest) == (row[3], row[4] % (1 << 64)), "number or digest of the pages")
    content = {}
    for page in listed:
        elements, images, digest = content.setdefault(page[0] % (1 << 64), []), 0, 0
        for *row, checksum, data, opaque in base.execute(
                "SELECT id, page, ordinal, kind, tool, colour, width, dx, dy, asset, checksum, content, opaque "
                "FROM elements WHERE page = ? ORDER BY ordinal", page[:1]):
            opaque, fields = opaque or b"", [field or 0 for field in row]
            found = (zlib.crc32(data + opaque) + crc(*fields, len(data), len(opaque))) % (1 << 32)
            check(checksum == found and row[3] in (0, 1), "row of an element")
            name, asset, digest, images = fields[0] % (1 << 64), fields[9] % (1 << 64), digest + checksum, images + row[3]
            element = ("image", name, asset, struct.unpack("<4i", data)) if row[3] else stroke(
                name, *row[4:7], opaque, list(struct.iter_unpack("<iiIHH", data)))
            elements.append(moved(element, row[7], row[8]))
        check((len(elements), images, digest) == (*page[5:7], page[7] % (1 << 64)), "elements of a page")
    def asset(name):
        signed_name = struct.unpack("<q", struct.pack("<Q", name))[0]
        for checksum, data in base.execute("SELECT checksum, bytes FROM assets WHERE id = ?", (signed_name,)):
            check(checksum == crc(signed_name, after=zlib.crc32(data)), "row of an asset")
            return data
        return read_asset("%s.assets/%016x.jpg" % (path[:-7], name), name)
    return row_title(base), [(p[0] % (1 << 64), p[2], p[3], p[4] % (1 << 64)) for p in listed], content, asset

def read_notebook(path, id):
    data = read(path)
    magic, version, head, _, length, inflated, body, zero = struct.unpack_from("<8sIIQQQII", data)
    check(magic == b"InkBook\0" and version == 1 and zlib.crc32(data[16:48 + length]) == head, "notebook head")
    check(zlib.crc32(data[48 + length:]) == body, "notebook body checksum")
    title, pages, _ = read_list(data[48:48 + length], id)
    data, at, content, assets = inflate(data[48 + length:], inflated), 0, {}, {}
    while at < len(data):
        kind, count, id, codec, length = struct.unpack_from("<IIQ16sQ", data, at)
        references, at = struct.unpack_from("<%dQ" % count, data, at + 40), at + 40 + 8 * count + length
        check(at <= len(data) and kind in (1, 2), "section")
        into, value = (assets, data[at - length:at]) if kind == 2 else (content, decode(padded(codec), data[at - length:at]))
        check(id not in into and (kind == 2 or list(references) == shown(value)), "section twice, or its references")
        into[id] = value
    check(set(content) == {page[0] for page in pages}, "pages of the notebook")
    return title, pages, content, assets.__getitem__

def show(id, document):
    title, pages, content, asset = document
    print("document %016x %s" % (id, json.dumps(title, ensure_ascii=False)))
    for page, width, height, created in pages:
        print("page %016x %dx%d created %d" % (page, width, height, created))
        for kind, id, *rest in content[page]:
            if kind == "image": print("image %016x asset %016x frame %d %d %d %d" % (id, rest[0], *rest[1]))
            else:
                tool, colour, width, opaque, samples = rest
                print("stroke %016x %s %08x width %d opaque %s" % (id, tool, colour, width, opaque.hex() or "-"))
                for sample in samples: print(*sample)
    for id in sorted({id for page in pages for id in shown(content[page[0]])}):
        data = asset(id)
        print("asset %016x %d bytes %08x" % (id, len(data), zlib.crc32(data)))

sys.stdout.reconfigure(encoding="utf-8")
store = sys.argv[1]
for ending, reader in [(".lnote", read_package), (".sqlite", read_database), (".notebook", read_notebook)]:
    for id in names(store, ending): show(id, reader("%s/%016x%s" % (store, id, ending), id))
