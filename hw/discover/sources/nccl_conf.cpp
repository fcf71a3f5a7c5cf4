#include "hw/discover/sources/nccl_conf.h"

#include <algorithm>
#include <cctype>

namespace treering::hw::discover::sources {
namespace {

constexpr std::size_t kMostCharacters = 1023;

bool is_variable(std::string_view name) {
  return name.starts_with("NCCL_") && std::ranges::all_of(name, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

}  // namespace

NcclConf read_nccl_conf(std::string_view text) {
  NcclConf conf;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    // NCCL's line ends at the first NUL, as all texts of C.
    const std::string_view whole = text.substr(begin, end - begin);
    const std::string_view line = whole.substr(0, whole.find('\0'));
    begin = end + 1;
    ++number;
    const std::size_t sign = line.find('=');
    if (line.starts_with('#') || sign == std::string_view::npos) continue;
    const std::string name(line.substr(0, std::min(sign, kMostCharacters)));
    if (name.find("NCCL_") == std::string::npos) continue;
    const NcclConfLine found{name, std::string(line.substr(sign + 1, kMostCharacters)), number};
    (is_variable(name) ? conf.lines : conf.ignored).push_back(found);
  }
  return conf;
}

}  // namespace treering::hw::discover::sources
