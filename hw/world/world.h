// The questions that discovery may ask of a machine, as an interface: RealWorld answers from this
// machine, ReplayedWorld from a recording, and RecordingWorld records the answers of another world.
//
// Paths are absolute, or begin with "~/", the home of the user, whose name a recording need not
// hold. Absent, denied and failed are three answers, because discovery has to say what it could not
// see.
//
// NVML, a library that is loaded at run time, is asked once for everything, and its answers are a
// value; so is libhwloc, whose answer is its XML. A recording keeps the output of a program as a
// file that is named by its command line.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "hw/world/nvml_answers.h"

namespace treering::hw::world {

/// Why a world has no answer.
struct Unseen {
  enum class Why {
    Absent,  // it does not exist
    Denied,  // this user may not read it
    Failed,  // it exists, but cannot be read; `text` says why
  };
  Why why = Why::Absent;
  std::string text;  // the system's words, lower-case: "permission denied"
  bool operator==(const Unseen&) const = default;
};

template <class T>
using Seen = tl::expected<T, Unseen>;

// Bounds on one answer. /proc/cpuinfo of 512 processors has 0.8 MB; /sys has fewer than 2,000 PCI
// devices on any machine that we know of.
inline constexpr std::size_t kMaxWorldText = std::size_t{4} << 20U;
inline constexpr std::size_t kMaxWorldNames = 65536;
// ibnetdiscover prints 31 MB of 10,000 hosts with eight ports each.
inline constexpr std::size_t kMaxProcessText = std::size_t{48} << 20U;

class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  /// The content of an ordinary file; Failed when it is not one, or above kMaxWorldText.
  [[nodiscard]] virtual Seen<std::string> read(const std::string& path) const = 0;

  /// The names in a folder, sorted; Failed when there are more than kMaxWorldNames.
  [[nodiscard]] virtual Seen<std::vector<std::string>> list(const std::string& path) const = 0;

  /// The path of a folder or file without links in it.
  [[nodiscard]] virtual Seen<std::string> real_path(const std::string& path) const = 0;

  /// NVML's answers about the GPUs that this process may use. Absent: there is no such library.
  [[nodiscard]] virtual Seen<NvmlAnswers> nvml() const = 0;
  /// libhwloc's XML of the machine. Absent: there is no such library, or it was not asked.
  [[nodiscard]] virtual Seen<std::string> hwloc() const {
    return tl::unexpected(Unseen{Unseen::Why::Absent, "not asked"});
  }
  /// Variables of the process that matter to NCCL, by name, and no others
  /// (hw/world/real/posix.h).
  [[nodiscard]] virtual std::map<std::string, std::string> environment() const = 0;
  /// The output of a program. Absent where there is no such program; where it fails, Denied or
  /// Failed with the last line of its complaints.
  /// \param command the program's name and its arguments, with neither '/' nor space in them
  [[nodiscard]] virtual Seen<std::string> run(const std::vector<std::string>& command) const {
    return tl::unexpected(Unseen{Unseen::Why::Absent, "no programs here: " + command.front()});
  }
};

}  // namespace treering::hw::world
