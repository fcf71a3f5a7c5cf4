// A nccl.conf as NCCL 2.28.9 reads it (src/misc/param.cc, setEnvFile): NAME=value a line, '#' in
// the first column for a comment, nothing trimmed, 1023 characters of each at most. If a name
// occurs twice the first counts; a variable of the process counts before both.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::discover::sources {

struct NcclConfLine {
  std::string name;
  std::string value;
  std::size_t line = 0;  // from 1
  bool operator==(const NcclConfLine&) const = default;
};

struct NcclConf {
  std::vector<NcclConfLine> lines;  // that set a variable of NCCL's, in their order
  // Lines that look as if they did, but by their spelling do not: a blank in the name, "export".
  std::vector<NcclConfLine> ignored;
};

NcclConf read_nccl_conf(std::string_view text);

}  // namespace treering::hw::discover::sources
