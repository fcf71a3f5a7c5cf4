#include <filesystem>
#include <ranges>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "hw/io/write_file.h"
#include "hw/world/nvml/json.h"
#include "hw/world/recording/recording.h"

namespace treering::hw::world::recording {
namespace {

namespace fs = std::filesystem;
using core::Result;

bool has_nvml(const Recording& recording) {
  return recording.nvml || recording.nvml.error().why != Unseen::Why::Absent;
}

std::string unreadable_text(const Recording& recording) {
  std::string text;
  for (const auto& [path, unseen] : recording.unreadable) {
    const char* why = unseen.why == Unseen::Why::Denied ? "denied" : "failed";
    text += fmt::format("{}\t{}\t{}\n", why, path, unseen.text);
  }
  return text;
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

/// Below the recording's folder, whatever ".." a path has.
fs::path inside_of(const std::string& path) {
  return (fs::path("/") / path).lexically_normal().relative_path();
}

/// Fills a folder. Errors name files as they are called when all is done. Somebody else may put
/// files there meanwhile.
class FolderWriter {
 public:
  FolderWriter(fs::path folder, fs::path final_folder)
      : folder_(std::move(folder)), final_folder_(std::move(final_folder)) {}

  Result<void> write(const Recording& recording) {
    // Links first: what was read through one then goes to where it leads.
    for (const auto& [path, target] : recording.links) {
      if (auto done = write_link(path, target); !done) return done;
    }
    for (const auto& [path, text] : recording.texts) {
      if (auto done = write_text(inside_of(path), text); !done) return done;
    }
    for (const std::string& path : recording.folders) {
      if (recording.texts.contains(path) || recording.links.contains(path)) continue;
      if (auto done = make_folder(inside_of(path)); !done) return done;
    }
    return write_own_files(recording);
  }

  /// Removes what was written, and nothing else.
  void undo() {
    std::error_code ignored;
    for (const fs::path& one : std::views::reverse(made_)) fs::remove(one, ignored);
    made_.clear();
  }

 private:
  Result<void> write_own_files(const Recording& recording) {
    if (has_nvml(recording)) {
      if (auto done = write_text(kNvmlFile, nvml::nvml_to_json(recording.nvml)); !done) return done;
    }
    if (!recording.unreadable.empty()) {
      if (auto done = write_text(kUnreadableFile, unreadable_text(recording)); !done) return done;
    }
    if (recording.variables.empty()) return {};
    return write_text(kEnvironmentFile, environment_text(recording));
  }

  core::Failure failed(const fs::path& inside, const std::error_code& error) const {
    return io::cannot_write((final_folder_ / inside).string(), error.value());
  }

  Result<void> make_folder(const fs::path& inside) {
    fs::path now = folder_;
    for (const fs::path& part : inside) {
      now /= part;
      std::error_code error;
      if (fs::create_directory(now, error)) made_.push_back(now);
      if (error) return failed(inside, error);
    }
    return {};
  }

  Result<void> write_text(const fs::path& inside, const std::string& text) {
    if (auto done = make_folder(inside.parent_path()); !done) return done;
    std::error_code ignored;
    if (!fs::exists(folder_ / inside, ignored)) made_.push_back(folder_ / inside);
    auto done = io::write_in_place((folder_ / inside).string(), text);
    if (!done) done.error().where = (final_folder_ / inside).string();
    return done;
  }

  /// A link within the folder; seen from where it stands, so that the folder can be moved.
  Result<void> write_link(const std::string& path, const std::string& target) {
    const fs::path inside = inside_of(path);
    const fs::path to = target.starts_with('/')
                            ? inside_of(target)
                            : inside_of((inside.parent_path() / target).string());
    if (auto done = make_folder(to); !done) return done;
    if (auto done = make_folder(inside.parent_path()); !done) return done;
    std::error_code error;
    fs::create_directory_symlink(to.lexically_relative(inside.parent_path()), folder_ / inside,
                                 error);
    if (error) return failed(inside, error);
    made_.push_back(folder_ / inside);
    return {};
  }

  fs::path folder_;
  fs::path final_folder_;
  std::vector<fs::path> made_;  // in order, folders before what is in them
};

/// The state of a folder before writing.
enum class Place { Free, EmptyFolder, Taken };

Place place_at(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return Place::Free;
  const bool is_empty = fs::is_directory(folder, error) && fs::is_empty(folder, error) && !error;
  return is_empty ? Place::EmptyFolder : Place::Taken;
}

/// Fills a folder that is there: it may be the one that somebody stands in, or a mount point.
Result<void> fill(const Recording& recording, const fs::path& folder) {
  FolderWriter writer(folder, folder);
  auto done = writer.write(recording);
  if (!done) writer.undo();
  return done;
}

/// A new folder beside `folder`, to be filled and then renamed.
Result<fs::path> make_beside(const fs::path& folder) {
  std::error_code error;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
  if (error) return io::cannot_write(folder.string(), error.value());
  for (int i = 0;; ++i) {
    const fs::path beside = fmt::format("{}.partial-{}-{}", folder.string(), getpid(), i);
    const bool is_new = fs::create_directory(beside, error);
    if (error) return io::cannot_write(folder.string(), error.value());
    if (is_new) return beside;
  }
}

Result<void> write_beside(const Recording& recording, const fs::path& folder) {
  const auto beside = make_beside(folder);
  if (!beside) return core::fail(beside.error());
  FolderWriter writer(*beside, folder);
  auto done = writer.write(recording);
  std::error_code error;
  if (done) fs::rename(*beside, folder, error);
  if (done && !error) return done;
  writer.undo();
  std::error_code ignored;  // the first failure is the one to report
  fs::remove(*beside, ignored);
  if (!done) return done;
  return io::cannot_write(folder.string(), error.value());
}

Result<void> check_bounds(const Recording& recording, const std::string& folder) {
  std::size_t bytes = 0;
  for (const auto& [path, text] : recording.texts) bytes += text.size();
  if (bytes > kMaxRecordedBytes) return recording_too_large(folder, "bytes", kMaxRecordedBytes);
  const std::size_t entries =
      recording.texts.size() + recording.links.size() + recording.folders.size();
  if (entries > kMaxRecordedEntries)
    return recording_too_large(folder, "entries", kMaxRecordedEntries);
  return {};
}

}  // namespace

std::size_t file_count(const Recording& recording) {
  return recording.texts.size() + (has_nvml(recording) ? 1 : 0);
}

Result<void> write_recording(const Recording& recording, const std::string& folder) {
  if (auto done = check_bounds(recording, folder); !done) return done;
  fs::path path(folder);
  if (!path.has_filename()) path = path.parent_path();  // "machine/"
  switch (place_at(path)) {
    case Place::Free:
      return write_beside(recording, path);
    case Place::EmptyFolder:
      return fill(recording, path);
    case Place::Taken:
      break;
  }
  return core::bad_input(folder, std::string(kThereAlready), "expected a new or an empty folder");
}

}  // namespace treering::hw::world::recording
