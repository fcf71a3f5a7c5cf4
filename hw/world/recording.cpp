#include "hw/world/recording.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/quote.h"
#include "hw/world/nvml_json.h"
#include "hw/world/posix_files.h"

namespace treering::hw {
namespace {

namespace fs = std::filesystem;
using core::Result;

core::Failure too_large(const std::string& folder, const char* what, std::size_t most) {
  return core::bad_input(folder, fmt::format("more than {} {}", most, what),
                         "expected the recording of one machine");
}

Result<void> check_bounds(const Recording& recording, const std::string& folder) {
  std::size_t bytes = 0;
  for (const auto& [path, text] : recording.texts) bytes += text.size();
  if (bytes > kMaxRecordedBytes) return too_large(folder, "bytes", kMaxRecordedBytes);
  const std::size_t entries =
      recording.texts.size() + recording.links.size() + recording.folders.size();
  if (entries > kMaxRecordedEntries) return too_large(folder, "entries", kMaxRecordedEntries);
  return {};
}

core::Failure cannot_write(const fs::path& path, const std::string& why) {
  return core::environment_error(path.string(), fmt::format("cannot be written: {}", why));
}

Result<void> make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return cannot_write(path, unseen_of(error.value()).text);
  return {};
}

Result<void> write_text(const fs::path& path, const std::string& text) {
  if (auto done = make_folder(path.parent_path()); !done) return done;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return cannot_write(path, "no space, or no permission");
  return {};
}

/// Below the recording's folder, whatever ".." a path has.
fs::path inside_of(const std::string& path) {
  return (fs::path("/") / path).lexically_normal().relative_path();
}

/// A link within the folder; seen from where it stands, so that the folder can be moved.
Result<void> write_link(const fs::path& root, const std::string& path, const std::string& target) {
  const fs::path inside = inside_of(path);
  const fs::path to = target.starts_with('/') ? inside_of(target)
                                              : inside_of((inside.parent_path() / target).string());
  if (auto done = make_folder(root / to); !done) return done;
  if (auto done = make_folder(root / inside.parent_path()); !done) return done;
  std::error_code error;
  fs::create_directory_symlink(to.lexically_relative(inside.parent_path()), root / inside, error);
  if (error) return cannot_write(root / inside, unseen_of(error.value()).text);
  return {};
}

std::string unreadable_text(const Recording& recording) {
  std::string text;
  for (const auto& [path, unseen] : recording.unreadable) {
    const char* why = unseen.why == Unseen::Why::Denied ? "denied" : "failed";
    text += fmt::format("{}\t{}\t{}\n", why, path, unseen.text);
  }
  return text;
}

Result<void> check_empty(const std::string& folder) {
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  if (!is_there || (fs::is_directory(folder, error) && fs::is_empty(folder, error))) return {};
  return core::bad_input(folder, "there already", "expected a new or an empty folder");
}

Result<void> read_unreadable(const std::string& folder, Recording& recording) {
  const std::string path = fmt::format("{}/{}", folder, kUnreadableFile);
  const auto text = read_ordinary_file(path);
  if (!text && text.error().why == Unseen::Why::Absent) return {};
  if (!text) return core::bad_input(path, text.error().text);
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    const std::string line = text->substr(begin, end - begin);
    begin = end + 1;
    ++number;
    const std::size_t first = line.find('\t');
    const std::size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
    const std::string why = line.substr(0, first);
    if (second == std::string::npos || (why != "denied" && why != "failed")) {
      return core::bad_input(fmt::format("{}:{}", path, number), core::in_quotes(line),
                             "expected 'denied' or 'failed', a path and a reason, with tabs");
    }
    recording.unreadable[line.substr(first + 1, second - first - 1)] = {
        why == "denied" ? Unseen::Why::Denied : Unseen::Why::Failed, line.substr(second + 1)};
  }
  return {};
}

Result<void> read_nvml(const std::string& folder, Recording& recording) {
  const std::string path = fmt::format("{}/{}", folder, kNvmlFile);
  const auto text = read_ordinary_file(path);
  if (!text && text.error().why == Unseen::Why::Absent) return {};
  if (!text) return core::bad_input(path, text.error().text);
  auto answers = nvml_from_json(*text, path);
  if (!answers) return core::fail(answers.error());
  recording.nvml = *std::move(answers);
  return {};
}

bool has_nvml(const Recording& recording) {
  return recording.nvml || recording.nvml.error().why != Unseen::Why::Absent;
}

std::string environment_text(const Recording& recording) {
  std::string text;
  for (const auto& [name, value] : recording.variables) {
    text += name + "=";
    for (const char c : value) {
      if (c == '\n') {
        text += "\\n";
      } else {
        text += c == '\\' ? "\\\\" : std::string(1, c);
      }
    }
    text += "\n";
  }
  return text;
}

/// The inverse for one value.
std::string unescaped(std::string_view text) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 1 < text.size();
    if (is_escape) ++i;
    value += is_escape && text[i] == 'n' ? '\n' : text[i];
  }
  return value;
}

Result<void> read_environment(const std::string& folder, Recording& recording) {
  const std::string path = fmt::format("{}/{}", folder, kEnvironmentFile);
  const auto text = read_ordinary_file(path);
  if (!text && text.error().why == Unseen::Why::Absent) return {};
  if (!text) return core::bad_input(path, text.error().text);
  std::istringstream stream(*text);
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const std::size_t sign = line.find('=');
    if (sign == std::string::npos || sign == 0) {
      return core::bad_input(fmt::format("{}:{}", path, number), core::in_quotes(line),
                             "expected NAME=value");
    }
    recording.variables[line.substr(0, sign)] = unescaped(std::string_view(line).substr(sign + 1));
  }
  return {};
}

/// One entry of a folder; `path` is its path in the recorded world.
void load_entry(const fs::directory_entry& entry, const std::string& path, Recording& recording) {
  const std::size_t most = path.starts_with(kProcessFolder) ? kMaxProcessText : kMaxWorldText;
  std::error_code error;
  if (entry.is_symlink(error)) {
    const fs::path target = fs::read_symlink(entry.path(), error);
    if (!error) recording.links[path] = target.string();
  } else if (entry.is_directory(error)) {
    recording.folders.insert(path);
  } else if (auto text = read_ordinary_file(entry.path().string(), most)) {
    recording.texts[path] = *std::move(text);
  } else {
    recording.unreadable[path] = text.error();
  }
}

}  // namespace

std::size_t file_count(const Recording& recording) {
  return recording.texts.size() + (has_nvml(recording) ? 1 : 0);
}

std::string recorded_path(const std::vector<std::string>& command) {
  return fmt::format("{}/{}", kProcessFolder, fmt::join(command, " "));
}

Result<void> write_recording(const Recording& recording, const std::string& folder) {
  if (auto done = check_bounds(recording, folder); !done) return done;
  if (auto done = check_empty(folder); !done) return done;
  const fs::path root(folder);
  if (auto done = make_folder(root); !done) return done;
  // Links first: what was read through one then goes to where it leads.
  for (const auto& [path, target] : recording.links) {
    if (auto done = write_link(root, path, target); !done) return done;
  }
  for (const auto& [path, text] : recording.texts) {
    if (auto done = write_text(root / inside_of(path), text); !done) return done;
  }
  for (const std::string& path : recording.folders) {
    if (recording.texts.contains(path) || recording.links.contains(path)) continue;
    if (auto done = make_folder(root / inside_of(path)); !done) return done;
  }
  if (has_nvml(recording)) {
    if (auto done = write_text(root / kNvmlFile, nvml_to_json(recording.nvml)); !done) return done;
  }
  if (!recording.unreadable.empty()) {
    auto done = write_text(root / kUnreadableFile, unreadable_text(recording));
    if (!done) return done;
  }
  if (recording.variables.empty()) return {};
  return write_text(root / kEnvironmentFile, environment_text(recording));
}

Result<Recording> load_recording(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return core::bad_input(folder, fs::exists(folder, error) ? "no folder" : "folder not found",
                           "expected a folder that treering discover --record wrote");
  }
  const auto has = [&](std::string_view name) {
    return fs::exists(fmt::format("{}{}", folder, name), error);
  };
  if (!has("/sys") && !has("/proc") && !has(kProcessFolder) && !has("/unreadable.tsv")) {
    return core::bad_input(folder, "neither sys nor proc in it",
                           "expected a folder that treering discover --record wrote");
  }
  Recording recording;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  std::size_t bytes = 0;
  std::size_t entries = 0;
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string path = "/" + entry->path().lexically_relative(folder).string();
    const std::string name = path.substr(1);
    if (name == kUnreadableFile || name == kNvmlFile || name == kEnvironmentFile) continue;
    load_entry(*entry, path, recording);
    const auto text = recording.texts.find(path);
    if (text != recording.texts.end()) bytes += text->second.size();
    if (bytes > kMaxRecordedBytes) return too_large(folder, "bytes", kMaxRecordedBytes);
    if (++entries > kMaxRecordedEntries) return too_large(folder, "entries", kMaxRecordedEntries);
  }
  if (error) return core::bad_input(folder, unseen_of(error.value()).text);
  if (auto done = read_unreadable(folder, recording); !done) return core::fail(done.error());
  if (auto done = read_nvml(folder, recording); !done) return core::fail(done.error());
  if (auto done = read_environment(folder, recording); !done) return core::fail(done.error());
  return recording;
}

}  // namespace treering::hw
