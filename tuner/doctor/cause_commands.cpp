// The commands of a cause of the table, apart by whether they change something.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tuner/doctor/causes.h"
#include "tuner/doctor/commands.h"

namespace treering::tuner::doctor {
namespace {

/// A command that changes something, or that has to be filled in first.
struct CarefulCommand {
  std::string_view start;
  std::string_view careful;  // Change::careful
  bool is_of_root = false;
};

// Which of them need root is in their manual pages; that of jobs in NVIDIA's guide to the fabric
// manager (ABORT_CUDA_JOBS_ON_FM_EXIT).
constexpr std::array kCarefulCommands{
    CarefulCommand{"systemctl restart nvidia-fabricmanager",
                   "it ends the CUDA jobs of this machine; no process may use its GPUs", true},
    CarefulCommand{"systemctl enable", "", true},
    CarefulCommand{"modprobe ", "", true},
    CarefulCommand{"nvidia-smi -r", "it ends what runs on the GPUs; no process may use them", true},
    CarefulCommand{"nvidia-smi -c 0", "it lets several processes use a GPU, for all users", true},
    CarefulCommand{"setpci ",
                   "it lets devices reach each other past the IOMMU; BRIDGE is each PCI "
                   "bridge with ACS in lspci -vvv",
                   true},
    CarefulCommand{"nc -l", "it waits until the other host sends: nc HOST 12345 there"},
    CarefulCommand{"getent hosts NAME", "NAME is the host that was not found"},
    CarefulCommand{"ldd PROGRAM", "PROGRAM is the program that was started"},
    CarefulCommand{"mlxconfig -d DEVICE", "DEVICE is the PCI address of the adapter"},
    CarefulCommand{"ib_write_bw ",
                   "it needs its like without PEER on the other host; DEVICE, GID "
                   "and PEER are to be filled in"},
};

void add_command(std::string_view line, Commands& commands) {
  const auto starts = [&](std::string_view start) { return line.starts_with(start); };
  const auto careful = std::ranges::find_if(kCarefulCommands, starts, &CarefulCommand::start);
  if (careful == kCarefulCommands.end()) {
    commands.look.emplace_back(line);
    return;
  }
  commands.change.push_back(
      {(careful->is_of_root ? "sudo " : "") + std::string(line), std::string(careful->careful)});
}

}  // namespace

Commands commands_of(const Cause& cause) {
  constexpr std::string_view kAnd = "; ";
  Commands commands;
  for (std::string_view rest = cause.run; !rest.empty();) {
    const std::size_t end = std::min(rest.find(kAnd), rest.size());
    add_command(rest.substr(0, end), commands);
    rest.remove_prefix(std::min(end + kAnd.size(), rest.size()));
  }
  for (std::string_view rest = cause.set; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    commands.change.push_back({"export " + std::string(rest.substr(0, end)),
                               "it goes round the cause or confirms it, and may be slower"});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return commands;
}

}  // namespace treering::tuner::doctor
