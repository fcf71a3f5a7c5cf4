#include "hw/discover/sources/nccl_conf.h"

#include <algorithm>

#include "core/text/reading.h"

namespace treering::hw::discover::sources {
namespace {

constexpr std::size_t kMostCharacters = 1023;

bool is_variable(std::string_view name) {
  return name.starts_with("NCCL_") &&
         std::ranges::all_of(name, [](char c) { return core::is_letter_or_digit(c) || c == '_'; });
}

}  // namespace

NcclConf read_nccl_conf(std::string_view text) {
  NcclConf conf;
  for (core::LineReader lines(text); lines.next();) {
    // NCCL's line ends at the first NUL, as all texts of C.
    const std::string_view line = lines.line().substr(0, lines.line().find('\0'));
    const std::size_t sign = line.find('=');
    if (line.starts_with('#') || sign == std::string_view::npos) continue;
    const std::string name(line.substr(0, std::min(sign, kMostCharacters)));
    if (name.find("NCCL_") == std::string::npos) continue;
    const NcclConfLine found{name, std::string(line.substr(sign + 1, kMostCharacters)),
                             lines.number()};
    (is_variable(name) ? conf.lines : conf.ignored).push_back(found);
  }
  return conf;
}

}  // namespace treering::hw::discover::sources
