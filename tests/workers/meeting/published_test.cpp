#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/temporary_folder.h"
#include "workers/meeting/reception.h"

namespace treering::workers::meeting {
namespace published_test {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

const std::vector<Endpoint> kEndpoints{{"10.0.0.1", 4711}, {"192.168.0.1", 815}};

/// The one folder there.
fs::path only_one_in(const std::string& folder) {
  return fs::directory_iterator(folder)->path();
}

TEST(Published, IsReadByTheSameJobAlone) {
  const support::TemporaryFolder folder;
  const Invitation invitation = new_invitation(kEndpoints);
  {
    const auto published = Published::in(folder.path(), "job 7\n/..", invitation);
    ASSERT_TRUE(published) << published.error().message();
    const auto found = published_in(folder.path(), "job 7\n/..");
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found.front().endpoints, kEndpoints);
    EXPECT_EQ(found.front().token, invitation.token);
    EXPECT_EQ(found.front().answer, invitation.answer);
    EXPECT_THAT(published_in(folder.path(), "job 7"), IsEmpty());
    EXPECT_THAT(published_in(folder.path(), ""), IsEmpty());
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Published, IsForThisUserAlone) {
  const support::TemporaryFolder folder;
  const auto published = Published::in(folder.path(), "a", new_invitation(kEndpoints));
  ASSERT_TRUE(published);
  struct stat facts {};
  ASSERT_EQ(stat((only_one_in(folder.path()) / "meeting").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  ASSERT_EQ(stat(only_one_in(folder.path()).c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0700U);
}

// Whoever could write there could invite our ranks.
TEST(Published, IsNotBelievedWhereOthersHaveAccess) {
  const support::TemporaryFolder folder;
  const auto published = Published::in(folder.path(), "a", new_invitation(kEndpoints));
  ASSERT_TRUE(published);
  const fs::path own = only_one_in(folder.path());
  const auto count = [&] { return published_in(folder.path(), "a").size(); };
  EXPECT_EQ(count(), 1);
  fs::permissions(own, fs::perms::owner_all | fs::perms::group_write);
  EXPECT_EQ(count(), 0);
  fs::permissions(own, fs::perms::owner_all);
  fs::permissions(own / "meeting", fs::perms::owner_all | fs::perms::others_write);
  EXPECT_EQ(count(), 0);
  fs::rename(own / "meeting", own / "elsewhere");
  fs::permissions(own / "elsewhere", fs::perms::owner_all);
  fs::create_symlink("elsewhere", own / "meeting");
  EXPECT_EQ(count(), 0) << "a link";
}

TEST(Published, TokensAreNew) {
  const Invitation one = new_invitation(kEndpoints);
  const Invitation other = new_invitation(kEndpoints);
  EXPECT_EQ(one.token.size(), 32);
  EXPECT_EQ(one.token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(one.token, one.answer);
  EXPECT_NE(one.token, other.token);
  EXPECT_NE(one.answer, other.answer);
}

// Left over from a file system that was full.
TEST(Published, IsNoInvitationWhereItIsCutOff) {
  const support::TemporaryFolder folder;
  const auto published = Published::in(folder.path(), "a", new_invitation(kEndpoints));
  ASSERT_TRUE(published);
  const fs::path file = only_one_in(folder.path()) / "meeting";
  fs::resize_file(file, 10);
  EXPECT_THAT(published_in(folder.path(), "a"), IsEmpty());
  fs::resize_file(file, 0);
  EXPECT_THAT(published_in(folder.path(), "a"), IsEmpty());
}

}  // namespace published_test
}  // namespace treering::workers::meeting
