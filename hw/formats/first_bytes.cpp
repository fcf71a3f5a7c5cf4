#include "hw/formats/first_bytes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/text/reading.h"

namespace treering::hw::formats {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kEndOfName = " \t\r\n/>";
// Comments before the root element are shorter.
constexpr std::size_t kHeadBytes = std::size_t{64} << 10U;

// Parts that may precede the root element, with their ends.
using Enclosed = std::pair<std::string_view, std::string_view>;
constexpr std::array<Enclosed, 3> kBeforeRoot{{{"<!--", "-->"}, {"<?", "?>"}, {"<!", ">"}}};

/// Without the comment or declaration that `text` starts with; unchanged when there is none,
/// empty when it does not end.
std::string_view without_prolog(std::string_view text) {
  for (const auto& [start, end] : kBeforeRoot) {
    if (!text.starts_with(start)) continue;
    const std::size_t stop = text.find(end, start.size());
    if (stop == std::string_view::npos) return {};
    return without_leading_space(text.substr(stop + end.size()));
  }
  return text;
}

constexpr std::string_view kUnpack =
    "unpack it and give the file inside; of hwloc-gather-topology give what lstopo --input FOLDER "
    "--if fsroot --of xml FILE.xml makes of the folder inside";
constexpr std::string_view kPicture =
    "give the text that it shows, or for lstopo lstopo --of xml FILE.xml";

/// Bytes at the start of a file, and what it is (the magic numbers of file(1)).
struct Magic {
  std::string_view bytes;
  NoText kind;
};

constexpr std::array<Magic, 9> kMagic{{
    {"\x1f\x8b", {"a gzip archive", kUnpack}},
    {"PK\x03\x04", {"a zip archive", kUnpack}},
    {"BZh", {"a bzip2 archive", kUnpack}},
    {"\xFD"
     "7zXZ",
     {"an xz archive", kUnpack}},
    {"\x28\xB5\x2F\xFD", {"a zstd archive", kUnpack}},
    {"7z\xBC\xAF", {"a 7z archive", kUnpack}},
    {"\x89PNG", {"a picture (PNG)", kPicture}},
    {"\xFF\xD8\xFF", {"a picture (JPEG)", kPicture}},
    {"%PDF-", {"a PDF document", kPicture}},
}};

// Where POSIX's ustar format has its name.
constexpr std::size_t kTarName = 257;
constexpr NoText kTar{"a tar archive", kUnpack};

}  // namespace

const NoText* no_text(std::string_view bytes) {
  for (const Magic& magic : kMagic) {
    if (bytes.starts_with(magic.bytes)) return &magic.kind;
  }
  const bool is_tar = bytes.size() > kTarName && bytes.substr(kTarName).starts_with("ustar");
  return is_tar ? &kTar : nullptr;
}

std::string_view without_leading_space(std::string_view text) {
  text = core::without_byte_order_mark(text);
  const std::size_t first = text.find_first_not_of(kSpace);
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string_view xml_root(std::string_view text) {
  std::string_view rest = without_leading_space(head_of(text));
  for (std::string_view shorter = without_prolog(rest); shorter != rest;) {
    rest = shorter;
    shorter = without_prolog(rest);
  }
  if (!rest.starts_with('<')) return {};
  rest.remove_prefix(1);
  return rest.substr(0, std::min(rest.find_first_of(kEndOfName), rest.size()));
}

std::string_view head_of(std::string_view text) {
  return text.substr(0, kHeadBytes);
}

}  // namespace treering::hw::formats
