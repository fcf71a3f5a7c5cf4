#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workers/meeting/reception.h"

namespace treering::workers::meeting {
namespace {

namespace fs = std::filesystem;
using tuner::launch::OwnFolder;

constexpr const char* kPrefix = ".treering";
constexpr const char* kFile = "meeting";
constexpr const char* kDraft = "draft";

/// 128 bits, from where the kernel has them.
std::string new_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::string in_hex(const std::string& text) {
  std::string hex;
  for (const char one : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(one));
  return hex;
}

/// Three words, and a host and a port for each endpoint.
std::string text_of(const std::string& job, const Invitation& invitation) {
  std::string text = fmt::format("{} {} {}\n", in_hex(job), invitation.token, invitation.answer);
  for (const Endpoint& one : invitation.endpoints) {
    text += fmt::format("{} {}\n", one.host, one.port);
  }
  return text;
}

std::optional<Invitation> parse(const std::string& text, const std::string& job) {
  std::istringstream words(text);
  std::string its_job;
  Invitation found;
  if (!(words >> its_job >> found.token >> found.answer) || its_job != in_hex(job)) return {};
  for (Endpoint one; words >> one.host >> one.port;) found.endpoints.push_back(one);
  return found;
}

/// Whole or not at all.
bool write_file(int folder, const std::string& text) {
  constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const int file = openat(folder, kDraft, kNew, 0600);
  if (file < 0) return false;
  const bool is_written =
      write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool is_closed =
      close(file) == 0;  // file systems over the network say here that they are full
  return is_written && is_closed && renameat(folder, kDraft, folder, kFile) == 0;
}

/// Reads a file of this user that nobody else can have written; empty where it is none.
std::string read_file(int folder) {
  const int file = openat(folder, kFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return "";
  struct stat facts {};
  constexpr mode_t kOthers = 077;
  const bool is_own = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
                      facts.st_uid == geteuid() && (facts.st_mode & kOthers) == 0;
  // A variable of the environment has 128 KiB at most (execve), which are twice as many hex digits.
  std::string text(std::size_t{512} << 10U, '\0');
  const ssize_t size = is_own ? read(file, text.data(), text.size()) : 0;
  close(file);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

}  // namespace

Invitation new_invitation(std::vector<Endpoint> endpoints) {
  return {std::move(endpoints), new_token(), new_token()};
}

core::Result<Published> Published::in(const std::string& folder, const std::string& job,
                                      const Invitation& invitation) {
  auto own = OwnFolder::in(folder, kPrefix);
  if (!own) return core::fail(own.error());
  Published published(*std::move(own));
  if (write_file(published.own_.descriptor(), text_of(job, invitation))) return published;
  return core::environment_error(published.own_.path(), std::strerror(errno),
                                 "expected a folder that all ranks see");
}

std::vector<Invitation> published_in(const std::string& folder, const std::string& job) {
  std::vector<Invitation> all;
  std::error_code ignored;
  const std::string beginning = fmt::format("{}-", kPrefix);
  for (fs::directory_iterator next(folder, ignored), end; !ignored && next != end;
       next.increment(ignored)) {
    if (!next->path().filename().string().starts_with(beginning)) continue;
    const int found = tuner::launch::open_own_folder(next->path());
    if (found < 0) continue;
    if (auto invitation = parse(read_file(found), job)) all.push_back(*std::move(invitation));
    close(found);
  }
  return all;
}

}  // namespace treering::workers::meeting
