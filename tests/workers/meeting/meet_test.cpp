#include "workers/meeting/meet.h"

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"
#include "workers/meeting/reception.h"

namespace treering::workers::meeting {
namespace meet_test {

namespace fs = std::filesystem;
using testing::ElementsAre;
using tuner::launch::LaunchedRank;

/// All on this machine.
LaunchedRank local(int rank, int ranks) {
  return {rank, ranks, rank, ranks};
}

/// Each rank has heard from all.
std::vector<std::string> gathered(const Meeting& meeting, int ranks) {
  std::vector<std::string> all;
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      auto star = meet(local(rank, ranks), meeting);
      ASSERT_TRUE(star) << star.error().message();
      const auto heard = star->gather(meeting.job + std::to_string(rank));
      if (rank == 0) all = heard;
    });
  }
  threads.clear();  // waits for them
  return all;
}

/// The invitation of the rank 0 that waits in that folder.
Invitation invitation_in(const Meeting& meeting) {
  for (;;) {
    const auto all = published_in(meeting.folder, meeting.job);
    if (!all.empty()) return all.front();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Calls rank 0, and says `words`.
int call(const Invitation& invitation, const std::string& words) {
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(static_cast<std::uint16_t>(invitation.endpoints.front().port));
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(connect(socket, reinterpret_cast<sockaddr*>(&there), sizeof there), 0);
  EXPECT_EQ(send(socket, words.data(), words.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(words.size()));
  return socket;
}

/// What a rank says that has that token.
std::string greeting(std::string token, int rank) {
  Greeting said;
  token.resize(said.token.size(), '0');
  token.copy(said.token.data(), said.token.size());
  said.rank = rank;
  std::string bytes(sizeof said, ' ');
  std::memcpy(bytes.data(), &said, sizeof said);
  return bytes;
}

/// Three ranks meet while `disturb` does what it does to the invitation of rank 0 first.
void expect_met_beside(const std::function<void(const Invitation&)>& disturb) {
  const support::TemporaryFolder folder;
  const Meeting meeting{.folder = folder.path(), .job = "a", .interface = ""};
  std::vector<std::string> all;
  {
    const std::jthread rank_0([&] {
      auto star = meet(local(0, 3), meeting);
      ASSERT_TRUE(star) << star.error().message();
      all = star->gather("0");
    });
    disturb(invitation_in(meeting));
    const auto join = [&](int rank) {
      auto star = meet(local(rank, 3), meeting);
      ASSERT_TRUE(star) << star.error().message();
      star->gather(std::to_string(rank));
    };
    const std::jthread rank_1([&] { join(1); });
    join(2);
  }
  EXPECT_THAT(all, ElementsAre("0", "1", "2"));
}

TEST(Meet, BringsAllRanksTogetherAndLeavesNothing) {
  const support::TemporaryFolder folder;
  EXPECT_THAT(gathered({.folder = folder.path(), .job = "a", .interface = ""}, 3),
              ElementsAre("a0", "a1", "a2"));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Meet, KeepsJobsApartThatMeetInOneFolder) {
  const support::TemporaryFolder folder;
  std::vector<std::string> other;
  std::jthread beside(
      [&] { other = gathered({.folder = folder.path(), .job = "b", .interface = ""}, 4); });
  EXPECT_THAT(gathered({.folder = folder.path(), .job = "a", .interface = ""}, 3),
              ElementsAre("a0", "a1", "a2"));
  beside.join();
  EXPECT_THAT(other, ElementsAre("b0", "b1", "b2", "b3"));
}

// What comes from the environment never becomes a path, and what a user has there stays.
TEST(Meet, TouchesNothingOfTheUser) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder.path() + "/here/.treering");
  fs::create_directories(folder.path() + "/important");
  std::ofstream(folder.path() + "/here/.treering/thesis") << "words";
  std::ofstream(folder.path() + "/important/thesis") << "words";
  const std::string job = "/../../important";
  EXPECT_THAT(gathered({.folder = folder.path() + "/here", .job = job, .interface = ""}, 2),
              ElementsAre(job + "0", job + "1"));
  EXPECT_TRUE(fs::exists(folder.path() + "/here/.treering/thesis"));
  EXPECT_TRUE(fs::exists(folder.path() + "/important/thesis"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path() + "/here"), {}), 1);
}

// Nobody listens on port 1.
TEST(Meet, GoesOnWhereAnEarlierJobLeftItsInvitation) {
  const support::TemporaryFolder folder;
  const auto left = Published::in(folder.path(), "a", new_invitation({{"127.0.0.1", 1}}));
  ASSERT_TRUE(left);
  EXPECT_THAT(gathered({.folder = folder.path(), .job = "a", .interface = ""}, 2),
              ElementsAre("a0", "a1"));
}

// More of them than there would be patience for, one after the other.
TEST(Meet, WaitsForNobodyWhoIsSilent) {
  std::vector<int> sockets;
  expect_met_beside([&](const Invitation& invitation) {
    for (int i = 0; i < 40; ++i) sockets.push_back(call(invitation, ""));
    for (int i = 0; i < 40; ++i) sockets.push_back(call(invitation, "half a"));
  });
  for (const int socket : sockets) close(socket);
}

TEST(Meet, TakesNobodyForARankWhoLacksTheToken) {
  std::vector<int> sockets;
  expect_met_beside([&](const Invitation& invitation) {
    sockets.push_back(call(invitation, greeting("", 1)));
    sockets.push_back(call(invitation, greeting(invitation.answer, 1)));
    sockets.push_back(call(invitation, greeting(invitation.token, 0)));
    sockets.push_back(call(invitation, greeting(invitation.token, 3)));
    sockets.push_back(call(invitation, greeting(invitation.token, -1)));
    for (const int socket : sockets) {
      char nothing = 0;
      EXPECT_EQ(recv(socket, &nothing, 1, 0), 0) << "it is sent away";
    }
  });
  for (const int socket : sockets) close(socket);
}

TEST(Meet, TakesInARankThatCameTwice) {
  expect_met_beside([](const Invitation& invitation) {
    const int socket = call(invitation, greeting(invitation.token, 1));
    char first = 0;
    EXPECT_EQ(recv(socket, &first, 1, 0), 1) << "it was taken in";
    close(socket);
  });
}

// No rank believes that all have met while one is missing.
TEST(Meet, SaysWhoDidNotCome) {
  const support::TemporaryFolder folder;
  const Meeting meeting{.folder = folder.path(),
                        .job = "a",
                        .interface = "",
                        .patience = std::chrono::milliseconds(500)};
  std::string why_not;
  {
    const std::jthread rank_1([&] {
      const auto star = meet(local(1, 4), meeting);
      ASSERT_FALSE(star);
      why_not = star.error().message();
    });
    const auto star = meet(local(0, 4), meeting);
    ASSERT_FALSE(star);
    EXPECT_THAT(star.error().message(),
                testing::AnyOf("ranks: ranks 2, 3 did not come, expected 4 in all",
                               "ranks: ranks 1, 2, 3 did not come, expected 4 in all"));
  }
  EXPECT_THAT(why_not, testing::AnyOf("ranks: not all came, expected those of the launcher",
                                      testing::HasSubstr("rank 0 did not come")));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Meet, SaysThatAFolderIsNone) {
  const auto star = meet(local(0, 2), {.folder = "/nowhere", .job = "a", .interface = ""});
  ASSERT_FALSE(star);
  EXPECT_EQ(star.error().message(),
            "/nowhere: No such file or directory, expected a folder in which we can make one");
}

}  // namespace meet_test
}  // namespace treering::workers::meeting
