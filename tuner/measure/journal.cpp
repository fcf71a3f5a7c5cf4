#include "tuner/measure/journal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/units.h"

namespace treering::tuner::measure {
namespace {

core::Failure failure(const std::string& path, const char* what) {
  return core::environment_error(path, std::strerror(errno), what);
}

/// All of an open file; nothing where it cannot be read.
std::optional<std::string> content_of(int file) {
  std::string text;
  std::array<char, 65536> piece{};
  for (;;) {
    const ssize_t count = pread(file, piece.data(), piece.size(), static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {};
    if (count == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
}

/// Without those at its end.
std::string_view without_zeros(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

/// Parsers of JSON say no more than that such a byte is no value.
core::Result<void> check_for_zeros(std::string_view line, const std::string& where) {
  if (line.find('\0') == std::string_view::npos) return {};
  const auto zeros = static_cast<std::size_t>(std::ranges::count(line, '\0'));
  return core::bad_input(where, core::counted(zeros, "NUL byte"), "expected a result",
                         "a power cut may leave them: delete the line to read the others");
}

}  // namespace

bool is_torn(std::string_view text) {
  return !text.empty() && !text.ends_with('\n');
}

core::Result<std::vector<Record>> parse_journal(std::string_view text, const std::string& file) {
  std::vector<Record> records;
  int number = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    ++number;
    if (line.empty()) continue;
    const std::string where = fmt::format("{}:{}", file, number);
    if (const auto whole = check_for_zeros(line, where); !whole) return core::fail(whole.error());
    auto record = parse_record(line, where);
    if (!record) return core::fail(record.error());
    records.push_back(*std::move(record));
  }
  return without_retried(std::move(records));
}

core::Result<std::vector<Record>> parse_measured(std::string_view text, const std::string& file) {
  auto records = parse_journal(text, file);
  if (records && std::ranges::any_of(*records, is_emulated)) {
    return core::bad_input(file, "results of emulated GPUs", "expected measurements");
  }
  return records;
}

core::Result<Journal> Journal::open(const std::string& path) {
  constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC;
  int file = ::open(path.c_str(), kFlags | O_EXCL, 0666);
  const bool is_made_here = file >= 0;
  if (!is_made_here) file = ::open(path.c_str(), kFlags, 0666);
  if (file < 0) return failure(path, "expected a file to write results to");
  Journal journal(path, file, is_made_here);
  struct stat facts {};
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return core::bad_input(path, "not an ordinary file", "expected a file to write results to");
  }
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return core::environment_error(path, "another treering writes to it", "",
                                   "wait for it, or give another ⟨output⟩");
  }
  if (const auto read = journal.read_earlier(); !read) return core::fail(read.error());
  return journal;
}

core::Result<void> Journal::read_earlier() {
  const auto text = content_of(file_);
  if (!text) return failure(path_, "expected a file that can be read");
  auto records = parse_journal(*text, path_);
  if (!records) return core::fail(records.error());
  earlier_ = *std::move(records);
  const std::size_t last_end = text->rfind('\n');
  const std::size_t whole = last_end == std::string::npos ? 0 : last_end + 1;
  was_torn_ = whole < text->size();
  if (!was_torn_) return {};
  // Only the beginning of a line of ours is cut off, nothing that somebody else wrote.
  const std::string ours = fmt::format(R"({{"schema": "{}")", kSchema);
  const std::string_view rest = without_zeros(std::string_view(*text).substr(whole));
  if (!rest.starts_with(std::string_view(ours).substr(0, rest.size()))) {
    return core::bad_input(path_, "a last line that is no result",
                           "expected lines of " + std::string(kSchema));
  }
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0) {
    return failure(path_, "expected to cut off its unfinished line");
  }
  return {};
}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      is_made_here_(other.is_made_here_),
      has_line_(other.has_line_),
      earlier_(std::move(other.earlier_)),
      was_torn_(other.was_torn_) {}

Journal::~Journal() {
  if (file_ < 0) return;
  if (is_made_here_ && !has_line_) unlink(path_.c_str());
  close(file_);
}

core::Result<void> Journal::append(const Record& record) {
  const std::string line = line_of(record) + "\n";
  has_line_ = true;
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t count = write(file_, line.data() + at, line.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return failure(path_, "expected to write a result");
    at += static_cast<std::size_t>(count);
  }
  if (fsync(file_) != 0) return failure(path_, "expected to write a result");
  return {};
}

}  // namespace treering::tuner::measure
