"""Packages and notebooks. Written from the articles PackageFormat, JournalFormat and NotebookFormat alone.

A document is a title, a list of pages (id, width, height, created), the elements of each page by its id, and a
function that gives the bytes of an asset.
"""
import json, os, struct, zlib

from page_codecs import check, decode, inflate, moved

def read(path):
    check(not os.path.islink(path), path + " is a link")
    with open(path, "rb") as file: return file.read()

def padded(field): return field.rstrip(b"\0").decode("ascii")

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
        for id, in struct.iter_unpack("<Q", payload[8:]):
            elements[index(id)] = moved(elements[index(id)], *struct.unpack_from("<ii", payload))

def read_package(root, id):
    title, pages, generation = read_list(read(root + "/document.json"), id)
    for type, payload in journal(root + "/document.journal", 2, id, generation)[1]:
        if type == 16:
            index, *page = struct.unpack("<IQiiQ", payload)
            pages.insert(index, tuple(page))
            continue
        check(type in (17, 18), "type of a frame")
        page = pages.pop([page[0] for page in pages].index(struct.unpack_from("<Q", payload)[0]))
        if type == 18: pages.insert(struct.unpack_from("<I", payload, 8)[0], page)
    content = {}
    for page, *_ in pages:
        content[page], generation = read_page("%s/pages/%016x.content" % (root, page), page)
        codec, frames = journal("%s/pages/%016x.journal" % (root, page), 1, page, generation)
        for frame in frames: apply_edit(content[page], codec, *frame)
    return title, pages, content, lambda asset: read_asset("%s/assets/%016x.jpg" % (root, asset), asset)

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
        value = data[at - length:at] if kind == 2 else decode(padded(codec), data[at - length:at])
        check(kind == 2 or list(references) == shown(value), "references")
        into = assets if kind == 2 else content
        check(id not in into, "section twice")
        into[id] = value
    check(set(content) == {page[0] for page in pages}, "pages of the notebook")
    return title, pages, content, assets.__getitem__
