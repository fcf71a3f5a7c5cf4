#include "tests/support/emulated_gpus.h"

#include <cstdlib>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "tests/support/made_copy.h"

namespace treering::support {
namespace {

namespace fs = std::filesystem;

/// Of the attribute `name` in a line of XML; empty without it.
std::string attribute(std::string_view line, std::string_view name) {
  const std::string start = fmt::format(" {}=\"", name);
  const std::size_t at = line.find(start);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = line.substr(at + start.size());
  return std::string(rest.substr(0, rest.find('"')));
}

/// "0000:1b:00.0,90,85899345920;…" of NCCL's XML: address, compute capability, memory.
std::string gpus_of(const fs::path& topology) {
  std::ifstream file(topology);
  std::string gpus;
  std::string address;
  for (std::string line; std::getline(file, line);) {
    if (line.find("<pci ") != std::string::npos) address = attribute(line, "busid");
    if (line.find("<gpu ") == std::string::npos) continue;
    gpus += fmt::format("{}{},{},{}", gpus.empty() ? "" : ";", address, attribute(line, "sm"),
                        std::size_t{80} << 30U);
  }
  return gpus;
}

}  // namespace

core::Result<std::map<std::string, std::string>> emulated_gpus(const fs::path& work,
                                                               const fs::path& patient_sockets) {
  const char* const given = std::getenv("TREERING_EMULATOR");
  const fs::path source = given != nullptr ? given : "../shared/emu-proto";
  const fs::path topology = fs::absolute(source / "../oracle/topos/dgxh100.xml");
  if (!fs::exists(source / "Makefile") || !fs::exists(topology)) {
    return core::environment_error(source.string(), "no emulator",
                                   "expected its folder, and the oracle's beside it",
                                   "name it in TREERING_EMULATOR");
  }
  if (const auto made = testing::make_copy(source, work, {"Makefile"}); !made) {
    return core::fail(made.error());
  }
  const std::string emulator = (work / "build/libemu.so").string();
  return std::map<std::string, std::string>{
      {"LD_PRELOAD", emulator + ":" + patient_sockets.string()},
      {"LD_LIBRARY_PATH", (work / "build/lib").string()},
      {"EMU_GPUS", gpus_of(topology)},
      {"EMU_MULTICAST", "1"},
      {"EMU_CLOCK", "real"},
      {"NCCL_TOPO_FILE", topology.string()},
      {"NCCL_NET_PLUGIN", emulator},
      {"NCCL_TUNER_PLUGIN", emulator},
      {"NCCL_PROFILER_PLUGIN", emulator},
      {"NCCL_SOCKET_IFNAME", "lo"},
      {"NCCL_RAS_ENABLE", "0"},
      {"NCCL_IGNORE_CPU_AFFINITY", "1"},
  };
}

Variables::Variables(const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values) {
    const char* const before = std::getenv(name.c_str());
    before_[name] = before == nullptr ? "" : before;
    setenv(name.c_str(), value.c_str(), 1);
  }
}

Variables::~Variables() {
  for (const auto& [name, value] : before_) {
    if (value.empty()) {
      unsetenv(name.c_str());
    } else {
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
}

}  // namespace treering::support
