// The two worlds of a recording: RecordingWorld makes one of another world's answers, ReplayedWorld
// answers from one.
#pragma once

#include <map>
#include <set>

#include "hw/world/recording/recording.h"
#include "hw/world/world.h"

namespace treering::hw::world::recording {

// Records the answers of another world.

/// Not for several threads.
class RecordingWorld final : public World {
 public:
  /// `inner` must outlive this.
  explicit RecordingWorld(const World& inner) : inner_(inner) {}

  [[nodiscard]] Seen<std::string> read(const std::string& path) const override;
  [[nodiscard]] Seen<std::vector<std::string>> list(const std::string& path) const override;
  [[nodiscard]] Seen<std::string> real_path(const std::string& path) const override;
  [[nodiscard]] Seen<NvmlAnswers> nvml() const override;

  [[nodiscard]] Seen<std::string> hwloc() const override;
  [[nodiscard]] std::map<std::string, std::string> environment() const override;
  [[nodiscard]] Seen<std::string> run(const std::vector<std::string>& command) const override;

  /// All answers so far, without those that were Absent.
  [[nodiscard]] const Recording& recording() const { return recording_; }

 private:
  Seen<std::string> kept(const std::string& path, Seen<std::string> text) const;
  void keep(const std::string& path, const Unseen& unseen) const;

  const World& inner_;
  mutable Recording recording_;
};

// A recorded machine: answers from the recording, and Absent to all other questions. Links never
// lead out of the recording.

class ReplayedWorld final : public World {
 public:
  explicit ReplayedWorld(const Recording& recording);

  [[nodiscard]] Seen<std::string> read(const std::string& path) const override;
  [[nodiscard]] Seen<std::vector<std::string>> list(const std::string& path) const override;
  [[nodiscard]] Seen<std::string> real_path(const std::string& path) const override;
  [[nodiscard]] Seen<NvmlAnswers> nvml() const override { return nvml_; }
  [[nodiscard]] Seen<std::string> hwloc() const override { return read(kHwlocPath); }
  [[nodiscard]] std::map<std::string, std::string> environment() const override {
    return variables_;
  }
  [[nodiscard]] Seen<std::string> run(const std::vector<std::string>& command) const override;

 private:
  [[nodiscard]] Seen<std::string> resolve(const std::string& path) const;
  [[nodiscard]] Seen<std::string> resolve_folder_of(const std::string& path) const;
  void add_folders_of(const std::string& path);

  // All by paths without links.
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::string> links_;
  std::map<std::string, std::set<std::string>> folders_;  // with the names in them
  std::map<std::string, Unseen> unreadable_;              // by the path that was asked
  Seen<NvmlAnswers> nvml_;
  std::map<std::string, std::string> variables_;
};

}  // namespace treering::hw::world::recording
