#include "gui/models/words.h"

#include <gtest/gtest.h>

namespace treering::gui::models {
namespace words_test {

TEST(Words, TimesInARunAreAlwaysInUs) {
  EXPECT_EQ(us_text(0), "0.00 us");
  EXPECT_EQ(us_text(0.4128), "0.413 us");
  EXPECT_EQ(us_text(12.345), "12.35 us");
  EXPECT_EQ(us_text(2244.46), "2244.5 us");
  EXPECT_EQ(us_figure(106.76), "106.76");
}

TEST(Words, FieldsAreNamedByTheirPlaceInTheWindow) {
  EXPECT_EQ(with_labels("⟨nodes⟩ and ⟨gpus-per-node⟩"), "Nodes and Set by hand");
  EXPECT_EQ(with_labels("⟨size⟩: 1 B hold no float"), "Size: 1 B hold no float");
  EXPECT_EQ(with_labels("⟨topology⟩: not given"), "Topology: not given");
  EXPECT_EQ(with_labels("⟨profile⟩"), "--profile");
}

TEST(Words, AnInputOfSeveralFieldsIsNamedOnce) {
  EXPECT_EQ(with_labels("⟨nodes⟩, ⟨gpus-per-node⟩ and ⟨devices⟩ ask"), "Nodes and Set by hand ask");
  EXPECT_EQ(with_labels("by ⟨nodes⟩, ⟨gpus-per-node⟩ or ⟨devices⟩"), "by Nodes or Set by hand");
  EXPECT_EQ(with_labels("⟨nodes⟩ and ⟨gpus-per-node⟩ or ⟨devices⟩, ⟨algo⟩"),
            "Nodes and Set by hand, Algorithm");
  EXPECT_EQ(with_labels("⟨devices⟩ of ⟨nics⟩"), "Set by hand of Set by hand");
}

TEST(Words, OfALogAreBrokenNowhere) {
  const QString text = unbroken(QStringLiteral("[0] 1/-1/-1->0->-1 at 0.1 GB/s - or less"));
  EXPECT_EQ(QString(text).remove(QChar(0x2060)), "[0] 1/-1/-1->0->-1 at 0.1 GB/s - or less");
  EXPECT_TRUE(text.contains(QStringLiteral("GB/\u2060s - or")));
  EXPECT_TRUE(text.contains(QStringLiteral("-\u2060>\u20600")));
}

TEST(Words, SayWhichOfTwoTimesIsTheLonger) {
  EXPECT_EQ(ratio_text(1.5), QStringLiteral("1.50 times as long"));
  EXPECT_EQ(ratio_text(0.92), QStringLiteral("1.09 times as fast"));  // 1 / 0.92 = 1.087
  EXPECT_EQ(ratio_text(1.004), QStringLiteral("as long"));
  EXPECT_EQ(ratio_text(0.996), QStringLiteral("as long"));
}

}  // namespace words_test
}  // namespace treering::gui::models
