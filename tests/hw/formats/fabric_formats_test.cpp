// Texts about fabrics that are not read: the error says what they are and what to run.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/format.h"
#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

namespace treering::hw::formats {
namespace fabric_formats_test {

/// What is said of a file with this text.
std::string complaint_about(const std::string& text) {
  const auto loaded = load_cluster("f", support::FakeFiles({{"f", text}}));
  return loaded ? "none" : loaded.error().message();
}

TEST(FabricFormats, SubnetLstIsKnownButNotRead) {
  EXPECT_EQ(complaint_about("{ CA Ports:02 SystemGUID:01 NodeGUID:0a PortGUID:0b {n1 HCA-1} "
                            "LID:0001 PN:01 } { SW Ports:08 SystemGUID:02 NodeGUID:0c PortGUID:0c "
                            "{leaf} LID:002A PN:08 } PHY=4x LOG=ACT SPD=25\n"),
            "f: a subnet.lst of opensm, expected a topology; treering does not read it; "
            "ibnetdiscover shows the fabric in a form that treering reads");
}

TEST(FabricFormats, ATopologyFileOfIbdmIsKnownButNotRead) {
  for (const std::string cable : {" P1 -4x-5G-> MT23108 H1 P1", "\tL1/P2 -12X-> MTS2400 S2 M/P7",
                                  "  7 -> MT23108 H2 2  # the other"}) {
    EXPECT_EQ(complaint_about("# ours\nMTS2400 S1\n" + cable + "\n"),
              "f: a topology file of ibdm, expected a topology; treering does not read it; "
              "ibnetdiscover shows the fabric in a form that treering reads")
        << cable;
  }
}

TEST(FabricFormats, NotEveryArrowIsOneOfIbdm) {
  // At the margin; too few words; an arrow with a word in it; a peer without a port.
  for (const char* const line : {"P1 -> MT23108 H1 P1\n", " P1 -> H1 P1\n",
                                 " P1 -label-> MT23108 H1 P1\n", " a -> b c d\n"}) {
    EXPECT_EQ(recognise(line), nullptr) << line;
  }
}

}  // namespace fabric_formats_test
}  // namespace treering::hw::formats
