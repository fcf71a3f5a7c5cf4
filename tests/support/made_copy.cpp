#include "tests/support/made_copy.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace treering::testing {
namespace {

namespace fs = std::filesystem;

void copy_sources(const fs::path& from, const fs::path& to, const std::vector<std::string>& files) {
  fs::create_directories(to / "src");
  constexpr auto kUpdate = fs::copy_options::update_existing;
  for (const std::string& file : files) fs::copy_file(from / file, to / file, kUpdate);
  for (const auto& entry : fs::directory_iterator(from / "src")) {
    fs::copy_file(entry.path(), to / "src" / entry.path().filename(), kUpdate);
  }
}

/// Held while the program is being built: tests run side by side.
class Lock {
 public:
  explicit Lock(const fs::path& path) : file_(::open(path.c_str(), O_CREAT | O_RDWR, 0644)) {
    ::flock(file_, LOCK_EX);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { ::close(file_); }

 private:
  int file_;
};

}  // namespace

bool succeeds(const std::string& command, const fs::path& log) {
  return std::system(fmt::format("{} >'{}' 2>&1", command, log.string()).c_str()) == 0;
}

std::string end_of(const fs::path& log) {
  std::ifstream file(log);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  constexpr std::size_t kMost = 500;
  return text.substr(text.size() > kMost ? text.size() - kMost : 0);
}

core::Result<void> make_copy(const fs::path& from, const fs::path& work,
                             const std::vector<std::string>& files) {
  fs::create_directories(work);
  const Lock lock(work / "lock");
  copy_sources(from, work, files);
  const fs::path log = work / "make.log";
  if (!succeeds(fmt::format("make -C '{}'", work.string()), log)) {
    return core::environment_error(work.string(), "make failed: " + end_of(log));
  }
  return {};
}

}  // namespace treering::testing
