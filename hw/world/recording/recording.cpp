#include "hw/world/recording/recording.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/world/nvml/json.h"
#include "hw/world/real/posix.h"

namespace treering::hw::world::recording {
namespace {

namespace fs = std::filesystem;
using core::Result;

Result<void> read_unreadable(const std::string& folder, Recording& recording) {
  const std::string path = fmt::format("{}/{}", folder, kUnreadableFile);
  const auto text = real::read_ordinary_file(path);
  if (!text && text.error().why == Unseen::Why::Absent) return {};
  if (!text) return core::bad_input(path, text.error().text);
  for (core::LineReader lines(*text); lines.next();) {
    const std::string line(lines.line());
    const std::size_t first = line.find('\t');
    const std::size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
    const std::string why = line.substr(0, first);
    if (second == std::string::npos || (why != "denied" && why != "failed")) {
      return core::bad_input(fmt::format("{}:{}", path, lines.number()), core::in_quotes(line),
                             "expected 'denied' or 'failed', a path and a reason, with tabs");
    }
    recording.unreadable[line.substr(first + 1, second - first - 1)] = {
        why == "denied" ? Unseen::Why::Denied : Unseen::Why::Failed, line.substr(second + 1)};
  }
  return {};
}

Result<void> read_nvml(const std::string& folder, Recording& recording) {
  const std::string path = fmt::format("{}/{}", folder, kNvmlFile);
  const auto text = real::read_ordinary_file(path);
  if (!text && text.error().why == Unseen::Why::Absent) return {};
  if (!text) return core::bad_input(path, text.error().text);
  auto answers = nvml::nvml_from_json(*text, path);
  if (!answers) return core::fail(answers.error());
  recording.nvml = *std::move(answers);
  return {};
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
  const auto text = real::read_ordinary_file(path);
  if (!text && text.error().why == Unseen::Why::Absent) return {};
  if (!text) return core::bad_input(path, text.error().text);
  for (core::LineReader lines(*text); lines.next();) {
    const std::string line(lines.line());
    const std::size_t sign = line.find('=');
    if (sign == std::string::npos || sign == 0) {
      return core::bad_input(fmt::format("{}:{}", path, lines.number()), core::in_quotes(line),
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
  } else if (auto text = real::read_ordinary_file(entry.path().string(), most)) {
    recording.texts[path] = *std::move(text);
  } else {
    recording.unreadable[path] = text.error();
  }
}

}  // namespace

core::Failure recording_too_large(const std::string& folder, const char* what, std::size_t most) {
  return core::bad_input(folder, fmt::format("more than {} {}", most, what),
                         "expected the recording of one machine");
}

std::string recorded_path(const std::vector<std::string>& command) {
  return fmt::format("{}/{}", kProcessFolder, fmt::join(command, " "));
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
  if (!has("/sys") && !has("/proc") && !has(kProcessFolder) && !has(kHwlocPath) &&
      !has("/unreadable.tsv")) {
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
    if (bytes > kMaxRecordedBytes) return recording_too_large(folder, "bytes", kMaxRecordedBytes);
    if (++entries > kMaxRecordedEntries)
      return recording_too_large(folder, "entries", kMaxRecordedEntries);
  }
  if (error) return core::bad_input(folder, real::unseen_of(error.value()).text);
  if (auto done = read_unreadable(folder, recording); !done) return core::fail(done.error());
  if (auto done = read_nvml(folder, recording); !done) return core::fail(done.error());
  if (auto done = read_environment(folder, recording); !done) return core::fail(done.error());
  return recording;
}

}  // namespace treering::hw::world::recording
