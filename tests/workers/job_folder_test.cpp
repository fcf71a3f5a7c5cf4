#include "workers/job_folder.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tuner/launch/worker_group.h"

namespace treering::workers {
namespace job_folder_test {

namespace fs = std::filesystem;

TEST(JobFolder, StandsBesideTheSocketAndGoes) {
  const support::TemporaryFolder parent;
  std::string path;
  {
    const auto folder = JobFolder::for_socket(parent.path() + "/socket");
    ASSERT_TRUE(folder) << folder.error().message();
    path = folder->path();
    EXPECT_EQ(fs::path(path).parent_path(), parent.path());
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(JobFolder, IsTemporaryWhereThereIsNoSocket) {
  const auto folder = JobFolder::for_socket(tuner::launch::kMemberWord);
  ASSERT_TRUE(folder) << folder.error().message();
  EXPECT_EQ(fs::path(folder->path()).parent_path(), fs::temp_directory_path());
}

TEST(JobFolder, SaysWhereItCannotBe) {
  const auto folder = JobFolder::for_socket("/nowhere/socket");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message(),
            "/nowhere: No such file or directory, expected a folder of our own");
}

}  // namespace job_folder_test
}  // namespace treering::workers
