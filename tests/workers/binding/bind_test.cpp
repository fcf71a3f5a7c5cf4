// Binds processes of this machine, each in a child, so that the tests stay free.
#include "workers/binding/bind.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers/binding/place.h"

namespace treering::workers {
namespace bind_test {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using tuner::launch::Binding;

/// What `act` returns, in a process of its own.
std::string in_a_child(const std::function<std::string()>& act) {
  int ends[2] = {};
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = act();
    const bool is_written = write(ends[1], text.data(), text.size()) >= 0;
    std::_Exit(is_written ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  close(ends[1]);
  std::string text;
  char part[256];
  for (ssize_t size = 0; (size = read(ends[0], part, sizeof(part))) > 0;) {
    text.append(part, static_cast<std::size_t>(size));
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return text;
}

std::string outcome(const core::Result<std::string>& done) {
  const Bound now = bound_now();
  return (done ? *done : done.error().message()) + "|" + now.cpus + "|" + now.memory;
}

bool has_hwloc() {
  return places_of("", {{""}, 1}, Binding::None).error().message().find("without") ==
         std::string::npos;
}

TEST(BindRank, BindsToTheFirstCore) {
  if (!has_hwloc()) GTEST_SKIP() << "built without libhwloc";
  const std::string text =
      in_a_child([] { return outcome(bind_rank(local_rank(0, 1, 1), Binding::Compact)); });
  if (text.find("expected the right to run there") != std::string::npos) GTEST_SKIP() << text;
  // All of a core and no more: most have one or two processors, POWER eight.
  EXPECT_THAT(text, StartsWith("compact"));
  EXPECT_THAT(text,
              AnyOf(HasSubstr("|bind:"), HasSubstr("memory not bound"), ::testing::EndsWith("|")));
  const std::string free =
      in_a_child([] { return outcome(bind_rank(local_rank(0, 1, 1), Binding::None)); });
  EXPECT_THAT(free, StartsWith("none|"));
}

TEST(BindRank, ChildrenAreBoundToo) {
  if (!has_hwloc()) GTEST_SKIP() << "built without libhwloc";
  const std::string text = in_a_child([] {
    const std::string own = outcome(bind_rank(local_rank(0, 1, 1), Binding::Compact));
    const std::string child = in_a_child([] { return outcome(std::string("compact")); });
    return own == child ? "equal" : own + " and " + child;
  });
  EXPECT_EQ(text, "equal");
}

TEST(BindRank, AutomaticNeverFails) {
  const std::string text =
      in_a_child([] { return outcome(bind_rank(local_rank(0, 100'000, 1), Binding::Automatic)); });
  EXPECT_THAT(text, StartsWith("none: "));
  EXPECT_THAT(in_a_child([] { return outcome(bind_rank({}, Binding::Automatic)); }),
              StartsWith("none: environment: no number of this rank on its machine"));
}

TEST(BindRank, WhatIsAskedForIsDoneOrRefused) {
  const std::string text =
      in_a_child([] { return outcome(bind_rank(local_rank(0, 100'000, 1), Binding::Spread)); });
  EXPECT_THAT(text, StartsWith("⟨bind⟩: "));
}

TEST(BindAsAsked, ReadsTheVariable) {
  const auto asked = [](const char* value) {
    return in_a_child([value] {
      setenv(tuner::launch::kBindingVariable, value, 1);
      const auto done = bind_as_asked({});
      return done ? *done : done.error().message();
    });
  };
  EXPECT_EQ(asked(""), "none");
  EXPECT_EQ(asked("none"), "none");
  EXPECT_THAT(asked("core"), StartsWith("⟨bind⟩: found 'core'"));
  EXPECT_THAT(asked("spread"), StartsWith("environment: no number of this rank"));
}

// Which launchers there are, and their words: tests/tuner/launch/launched_rank_test.cpp.
TEST(LocalRankOfLauncher, IsThatOfTheMachine) {
  EXPECT_EQ(in_a_child([] {
              setenv("OMPI_COMM_WORLD_RANK", "5", 1);
              setenv("OMPI_COMM_WORLD_SIZE", "8", 1);
              setenv("OMPI_COMM_WORLD_LOCAL_RANK", "1", 1);
              setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "4", 1);
              const LocalRank local = local_rank_of_launcher(2);
              return std::to_string(local.index) + " of " + std::to_string(local.ranks.near.size());
            }),
            "1 of 4");
}

TEST(BoundNow, IsWhatTheKernelSays) {
  const Bound bound = bound_now();
  EXPECT_THAT(bound.cpus, ::testing::MatchesRegex("[0-9,-]+"));
}

}  // namespace bind_test
}  // namespace treering::workers
