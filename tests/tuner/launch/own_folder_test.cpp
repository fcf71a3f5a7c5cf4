#include "tuner/launch/own_folder.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace treering::tuner::launch {
namespace own_folder_test {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

/// A process made a folder with a file there, and was killed. Returns the folder's path.
std::string left_in(const std::string& parent) {
  const pid_t child = fork();
  if (child == 0) {
    const auto folder = OwnFolder::in(parent, "treering");
    if (folder) std::ofstream(folder->file("log0")) << "words";
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  const auto names = names_in(parent);
  EXPECT_FALSE(names.empty());
  return parent + "/" + (names.empty() ? "" : names.front());
}

TEST(OwnFolder, IsForThisUserAloneAndGoesWithOurFilesInIt) {
  const support::TemporaryFolder parent;
  {
    const auto folder = OwnFolder::in(parent.path(), "treering");
    ASSERT_TRUE(folder) << folder.error().message();
    struct stat facts {};
    ASSERT_EQ(stat(folder->path().c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0700U);
    EXPECT_EQ(facts.st_uid, geteuid());
    EXPECT_THAT(names_in(parent.path()), ElementsAre(StartsWith("treering-")));
    for (const char* const name : {"socket", "meeting", "draft", "log0", "log117"}) {
      std::ofstream(folder->file(name)) << "words";
    }
    const auto another = OwnFolder::in(parent.path(), "treering");
    ASSERT_TRUE(another);
    EXPECT_NE(another->path(), folder->path());
    EXPECT_TRUE(fs::exists(folder->path())) << "its process lives";
  }
  EXPECT_THAT(names_in(parent.path()), IsEmpty());
}

TEST(OwnFolder, TheNextOneRemovesWhatAKilledProcessLeft) {
  const support::TemporaryFolder parent;
  const std::string left = left_in(parent.path());
  ASSERT_TRUE(fs::exists(left + "/log0"));
  const auto next = OwnFolder::in(parent.path(), "treering");
  ASSERT_TRUE(next) << next.error().message();
  EXPECT_FALSE(fs::exists(left));
}

// Beside it stands what looks alike.
TEST(OwnFolder, RemovesNothingElse) {
  const support::TemporaryFolder parent;
  const std::string left = left_in(parent.path());
  const std::string mine = left.substr(0, left.size() - 6) + "mine00";
  fs::create_directory(mine);
  fs::permissions(mine, fs::perms::owner_all | fs::perms::others_read);  // as users make them
  const std::string behind = parent.path() + "/important";
  fs::create_directory(behind);
  fs::permissions(behind, fs::perms::owner_all);
  std::ofstream(behind + "/thesis") << "words";
  const std::string link = left.substr(0, left.size() - 6) + "link00";
  fs::create_symlink(behind, link);
  fs::create_symlink(behind, left + "/meeting");
  { ASSERT_TRUE(OwnFolder::in(parent.path(), "treering")); }
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(mine));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_TRUE(fs::exists(behind + "/thesis"));
}

// Where others may write, they can give one of our names to a folder of this user.
TEST(OwnFolder, LeavesAFolderOfAUserThatHasSuchAName) {
  const support::TemporaryFolder parent;
  const std::string left = left_in(parent.path());
  const std::string thesis = left.substr(0, left.size() - 6) + "AAAAAA";
  fs::create_directories(thesis + "/draft");
  fs::permissions(thesis, fs::perms::owner_all);
  for (const char* const name : {"/chapter1", "/logbook", "/log", "/draft/chapter2"}) {
    std::ofstream(thesis + name) << "words";
  }
  { ASSERT_TRUE(OwnFolder::in(parent.path(), "treering")); }
  EXPECT_FALSE(fs::exists(left));
  EXPECT_THAT(names_in(thesis), ElementsAre("chapter1", "draft", "log", "logbook"));
  EXPECT_THAT(names_in(thesis + "/draft"), ElementsAre("chapter2"));
}

TEST(OwnFolder, StaysWithWhatSomebodyElsePutThere) {
  const support::TemporaryFolder parent;
  std::string path;
  {
    const auto folder = OwnFolder::in(parent.path(), "treering");
    ASSERT_TRUE(folder);
    path = folder->path();
    std::ofstream(folder->file("meeting")) << "words";
    std::ofstream(folder->file("notes")) << "words";
  }
  EXPECT_THAT(names_in(path), ElementsAre("notes"));
}

// In a folder where others may write, they can move ours away and put another one in its place.
TEST(OwnFolder, LeavesWhatSomebodyPutInItsPlace) {
  const support::TemporaryFolder parent;
  const std::string elsewhere = parent.path() + "/elsewhere";
  std::string path;
  {
    const auto folder = OwnFolder::in(parent.path(), "treering");
    ASSERT_TRUE(folder);
    path = folder->path();
    std::ofstream(folder->file("log0")) << "words";
    fs::rename(path, elsewhere);
    fs::create_directory(path);
    std::ofstream(path + "/thesis") << "words";
  }
  EXPECT_TRUE(fs::exists(path + "/thesis"));
  EXPECT_THAT(names_in(elsewhere), IsEmpty()) << "what we wrote goes";
}

TEST(OwnFolder, SaysWhereItCannotBe) {
  const auto folder = OwnFolder::in("/nowhere", "treering");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message(),
            "/nowhere: No such file or directory, expected a folder in which we can make one");
}

TEST(OwnFolder, SaysThatFilesAreOpenToTheLimit) {
  if (test::kIsSanitized) GTEST_SKIP() << "a sanitizer looks at memory through a pipe";
  const support::TemporaryFolder parent;
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  // Nothing more can be opened from here on; the folder itself is made without.
  const rlimit none{.rlim_cur = 0, .rlim_max = limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto folder = OwnFolder::in(parent.path(), "treering");
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().message(),
              HasSubstr("Too many open files, expected room for open files; raise the limit"));
  EXPECT_THAT(names_in(parent.path()), IsEmpty());
}

TEST(OpenOwnFolder, RefusesFoldersOfOthers) {
  const support::TemporaryFolder parent;
  const auto opens = [](const std::string& path) {
    const int folder = open_own_folder(path);
    if (folder >= 0) close(folder);
    return folder >= 0;
  };
  EXPECT_TRUE(opens(parent.path()));
  const std::string link = parent.path() + "/link";
  fs::create_symlink(parent.path(), link);
  EXPECT_FALSE(opens(link));
  const std::string open_to_all = parent.path() + "/open";
  fs::create_directory(open_to_all);
  fs::permissions(open_to_all, fs::perms::owner_all | fs::perms::others_read);
  EXPECT_FALSE(opens(open_to_all));
  if (geteuid() != 0) GTEST_SKIP() << "a folder of another user takes root to make";
  const std::string foreign = parent.path() + "/foreign";
  fs::create_directory(foreign);
  fs::permissions(foreign, fs::perms::owner_all);
  ASSERT_EQ(chown(foreign.c_str(), 65534, 65534), 0);
  EXPECT_FALSE(opens(foreign));
}

}  // namespace own_folder_test
}  // namespace treering::tuner::launch
