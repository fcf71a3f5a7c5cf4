#include "hw/world/recording/worlds.h"

#include <deque>
#include <sstream>

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

namespace {

tl::unexpected<Unseen> absent() {
  return tl::unexpected(Unseen{Unseen::Why::Absent, "no such file or directory"});
}

std::deque<std::string> parts_of(const std::string& path) {
  std::deque<std::string> parts;
  std::istringstream stream(path);
  for (std::string part; std::getline(stream, part, '/');) {
    if (!part.empty() && part != ".") parts.push_back(std::move(part));
  }
  return parts;
}

std::string name_in(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

}  // namespace

ReplayedWorld::ReplayedWorld(const Recording& recording)
    : unreadable_(recording.unreadable), nvml_(recording.nvml), variables_(recording.variables) {
  folders_[""];
  // In the order of their paths, so that what an entry is reached through comes before it.
  for (const auto& [path, target] : recording.links) {
    const auto place = resolve_folder_of(path);
    if (!place) continue;
    links_[*place] = target;
    add_folders_of(*place);
  }
  for (const auto& [path, text] : recording.texts) {
    const auto place = resolve_folder_of(path);
    if (!place) continue;
    texts_[*place] = text;
    add_folders_of(*place);
  }
  for (const std::string& path : recording.folders) {
    const auto place = resolve(path);
    if (!place || texts_.contains(*place)) continue;
    folders_[*place];
    add_folders_of(*place);
  }
  for (const auto& [path, unseen] : recording.unreadable) {
    if (const auto place = resolve_folder_of(path)) add_folders_of(*place);
  }
}

void ReplayedWorld::add_folders_of(const std::string& path) {
  for (std::string rest = path; !rest.empty(); rest = folder_of(rest)) {
    if (!folders_[folder_of(rest)].insert(name_in(rest)).second) return;
  }
}

/// Without links; whether something stands there is not asked. Failed when links go in circles.
Seen<std::string> ReplayedWorld::resolve(const std::string& path) const {
  constexpr int kMostLinks = 40;  // as Linux
  int links = 0;
  std::deque<std::string> parts = parts_of(path);
  std::string at;
  while (!parts.empty()) {
    const std::string part = std::move(parts.front());
    parts.pop_front();
    if (part == "..") {
      if (!at.empty()) at = folder_of(at);
      continue;
    }
    const auto link = links_.find(fmt::format("{}/{}", at, part));
    if (link == links_.end()) {
      at += "/" + part;
      continue;
    }
    if (++links > kMostLinks) {
      return tl::unexpected(Unseen{Unseen::Why::Failed, "too many levels of symbolic links"});
    }
    if (link->second.starts_with('/')) at.clear();
    auto before = parts_of(link->second);
    parts.insert(parts.begin(), before.begin(), before.end());
  }
  return at;
}

Seen<std::string> ReplayedWorld::resolve_folder_of(const std::string& path) const {
  auto folder = resolve(folder_of(path));
  if (folder) *folder += "/" + name_in(path);
  return folder;
}

Seen<std::string> ReplayedWorld::read(const std::string& path) const {
  const auto unreadable = unreadable_.find(path);
  if (unreadable != unreadable_.end()) return tl::unexpected(unreadable->second);
  auto place = resolve(path);
  if (!place) return place;
  const auto text = texts_.find(*place);
  if (text != texts_.end()) return text->second;
  if (!folders_.contains(*place)) return absent();
  return tl::unexpected(Unseen{Unseen::Why::Failed, "is a directory"});
}

Seen<std::vector<std::string>> ReplayedWorld::list(const std::string& path) const {
  const auto unreadable = unreadable_.find(path);
  if (unreadable != unreadable_.end()) return tl::unexpected(unreadable->second);
  const auto place = resolve(path);
  if (!place) return tl::unexpected(place.error());
  const auto folder = folders_.find(*place);
  if (folder == folders_.end()) return absent();
  return std::vector<std::string>(folder->second.begin(), folder->second.end());
}

Seen<std::string> ReplayedWorld::real_path(const std::string& path) const {
  const auto unreadable = unreadable_.find(path);
  if (unreadable != unreadable_.end()) return tl::unexpected(unreadable->second);
  auto place = resolve(path);
  if (!place) return place;
  if (folders_.contains(*place) || texts_.contains(*place)) return place;
  return absent();
}

Seen<std::string> ReplayedWorld::run(const std::vector<std::string>& command) const {
  return read(recorded_path(command));
}

}  // namespace treering::hw::world::recording
