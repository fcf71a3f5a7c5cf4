// What discovery may ask of a machine, behind an interface: RealWorld answers from this machine,
// ReplayedWorld from a recording, and RecordingWorld keeps what another world answers.
//
// Paths are absolute. That something is absent, may not be read and cannot be read are three
// answers, because a discovery has to say what it could not see.
//
// Today these are files only. A library that is loaded at run time (NVML) will be a second
// interface beside this one, which World hands out: its recorded answers are a file of the same
// recording, so that Recording (hw/world/recording.h) need not change. What a process prints will
// be one more function here, recorded under its command line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace treering::hw {

/// Why a world has no answer.
struct Unseen {
  enum class Why {
    Absent,  // nothing stands there
    Denied,  // this user may not read it
    Failed,  // it stands there, but does not answer; `text` says why
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

class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  /// The content of an ordinary file; Failed when it is another kind or above kMaxWorldText.
  [[nodiscard]] virtual Seen<std::string> read(const std::string& path) const = 0;

  /// The names in a folder, sorted; Failed when there are more than kMaxWorldNames.
  [[nodiscard]] virtual Seen<std::vector<std::string>> list(const std::string& path) const = 0;

  /// The path of a folder without links in it.
  [[nodiscard]] virtual Seen<std::string> real_path(const std::string& path) const = 0;
};

}  // namespace treering::hw
