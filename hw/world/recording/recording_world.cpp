#include "hw/world/recording/recording_world.h"

#include <fmt/format.h>

namespace treering::hw::world::recording {

void RecordingWorld::keep(const std::string& path, const Unseen& unseen) const {
  if (unseen.why != Unseen::Why::Absent) recording_.unreadable[path] = unseen;
}

Seen<std::string> RecordingWorld::kept(const std::string& path, Seen<std::string> text) const {
  if (text) {
    recording_.texts[path] = *text;
  } else {
    keep(path, text.error());
  }
  return text;
}

Seen<std::string> RecordingWorld::read(const std::string& path) const {
  return kept(path, inner_.read(path));
}

Seen<std::string> RecordingWorld::hwloc() const {
  return kept(kHwlocPath, inner_.hwloc());
}

Seen<std::vector<std::string>> RecordingWorld::list(const std::string& path) const {
  auto names = inner_.list(path);
  if (!names) {
    keep(path, names.error());
    return names;
  }
  recording_.folders.insert(path);
  for (const std::string& name : *names) {
    recording_.folders.insert(fmt::format("{}/{}", path, name));
  }
  return names;
}

Seen<std::string> RecordingWorld::real_path(const std::string& path) const {
  auto real = inner_.real_path(path);
  if (!real) {
    keep(path, real.error());
  } else if (*real == path) {
    recording_.folders.insert(path);
  } else {
    recording_.links[path] = *real;
    recording_.folders.insert(*real);
  }
  return real;
}

Seen<NvmlAnswers> RecordingWorld::nvml() const {
  recording_.nvml = inner_.nvml();
  return recording_.nvml;
}

std::map<std::string, std::string> RecordingWorld::environment() const {
  recording_.variables = inner_.environment();
  return recording_.variables;
}

Seen<std::string> RecordingWorld::run(const std::vector<std::string>& command) const {
  return kept(recorded_path(command), inner_.run(command));
}

}  // namespace treering::hw::world::recording
