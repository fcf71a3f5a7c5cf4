// Records the answers of another world.
#pragma once

#include "hw/world/recording/recording.h"
#include "hw/world/world.h"

namespace treering::hw::world::recording {

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

}  // namespace treering::hw::world::recording
