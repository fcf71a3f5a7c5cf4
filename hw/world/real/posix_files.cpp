#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/io/files.h"
#include "hw/world/real/posix.h"

namespace treering::hw::world::real {
namespace {

tl::unexpected<Unseen> not_seen(int error_number) {
  return tl::unexpected(unseen_of(error_number));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

tl::unexpected<Unseen> failure(std::string text) {
  return tl::unexpected(Unseen{Unseen::Why::Failed, std::move(text)});
}

Unseen unseen_of(int error_number) {
  std::string text = io::system_message(error_number);
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return {Unseen::Why::Absent, std::move(text)};
    case EACCES:
    case EPERM:
      return {Unseen::Why::Denied, std::move(text)};
    default:
      return {Unseen::Why::Failed, std::move(text)};
  }
}

Seen<std::string> read_ordinary_file(const std::string& path, std::size_t most) {
  // Without O_NONBLOCK a pipe would wait for its writer.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) return not_seen(errno);
  struct stat status {};
  if (fstat(file.number(), &status) != 0) return not_seen(errno);
  if (S_ISDIR(status.st_mode)) return not_seen(EISDIR);
  if (!S_ISREG(status.st_mode)) return failure("not an ordinary file");
  std::array<char, 1U << 16U> block{};
  std::string text;
  while (text.size() <= most) {
    const ssize_t count = ::read(file.number(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return not_seen(errno);  // sysfs fails here, not in open
    if (count == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return failure(fmt::format("more than {} bytes", most));
}

Seen<std::vector<std::string>> list_folder(const std::string& path) {
  std::error_code error;
  std::vector<std::string> names;
  std::filesystem::directory_iterator entry(path, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (names.size() == kMaxWorldNames) {
      return failure(fmt::format("more than {} names", kMaxWorldNames));
    }
    names.push_back(entry->path().filename().string());
  }
  if (error) return not_seen(error.value());
  std::ranges::sort(names);
  return names;
}

Seen<std::string> path_without_links(const std::string& path) {
  struct Free {
    void operator()(char* text) const {
      std::free(text);
    }  // NOLINT: realpath allocates with malloc
  };
  const std::unique_ptr<char, Free> found(realpath(path.c_str(), nullptr));
  if (found == nullptr) return not_seen(errno);
  return std::string(found.get());
}

std::string without_tilde(const std::string& path) {
  if (!path.starts_with("~/")) return path;
  std::array<char, 1U << 14U> texts{};
  struct passwd entry {};
  struct passwd* found = nullptr;
  const int error = getpwuid_r(getuid(), &entry, texts.data(), texts.size(), &found);
  if (error != 0 || found == nullptr || found->pw_dir == nullptr) return path;
  return found->pw_dir + path.substr(1);
}

}  // namespace treering::hw::world::real
