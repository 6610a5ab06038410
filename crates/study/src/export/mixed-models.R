# Mixed models of this study's data, for whoever wants them beside the exact tests of the report.
# They are exploratory: what was planned is in the study's file, and the report tests that.
#
#   Rscript mixed-models.R        in this folder; needs the package lme4, and takes ordinal if it is there
#
# With few people the models often do not settle; what R warns of is then more telling than what it prints.

suppressPackageStartupMessages(library(lme4))

sheet <- function(name) {
  found <- Sys.glob(file.path("..", "data", paste0("*_table-", name, "_data.csv")))
  # Text columns stay text: a code or an answer such as 1 is a name, and only what is made a number below is one.
  read.csv(found, check.names = FALSE, na.strings = "", colClasses = "character", fileEncoding = "UTF-8-BOM")
}

people <- sheet("people")
games <- sheet("games")
answers <- sheet("answers")

# Those who count: finished, and not by the link for trying it out. Games that were given up do not.
counts <- people$person[people$state == "finished" & people$link != "test"]
games <- subset(games, person %in% counts & game != "0" & abandoned == "no" & !is.na(result))
answers <- subset(answers, person %in% counts & !is.na(value))
games$order <- as.numeric(games$game)
shared <- any(duplicated(games$table))
group <- if (shared) "(1 | table / person)" else "(1 | person)"

say <- function(title, fit) {
  cat("\n##", title, "\n\n")
  tried <- try(fit(), silent = TRUE)
  if (inherits(tried, "try-error")) cat("no model:", conditionMessage(attr(tried, "condition")), "\n") else print(summary(tried))
}

# Wins by arm and by place in the order.
games$win <- as.numeric(games$result == "win")
say("Wins", function() glmer(as.formula(paste("win ~ arm + order +", group)), games, family = binomial))

# Every scale that is asked after each game.
of_games <- subset(answers, at == "game" & grepl("^[0-9]+$", value))
of_games <- merge(of_games, games[c("person", "game", "table", "order")], by = c("person", "game"))
for (id in unique(of_games$question)) {
  rated <- subset(of_games, question == id)
  rated$rating <- as.numeric(rated$value)
  model <- as.formula(paste("rating ~ arm + order +", group))
  say(paste("Ratings:", id), function() {
    if (requireNamespace("ordinal", quietly = TRUE)) {
      rated$rating <- factor(rated$rating, ordered = TRUE)
      ordinal::clmm(model, rated)
    } else lmer(model, rated)
  })
}

# Every answer at moves against the jump of the evaluation by the opponent's move before it: after that move less
# before it, by the judge that the codebook names, as in the report. Where nobody judges there is none.
at_moves <- subset(answers, at == "move" & game != "0" & !is.na(jump))
# Of a game that was begun again the last beginning counts.
at_moves <- merge(at_moves, games[c("person", "game", "attempt", "table", "order")], by = c("person", "game", "attempt"))
at_moves$jump <- as.numeric(at_moves$jump)
at_moves$jump <- at_moves$jump / sd(at_moves$jump)
for (id in unique(at_moves$question)) {
  asked <- subset(at_moves, question == id)
  for (option in unique(asked$value)) {
    asked$so <- as.numeric(asked$value == option)
    say(paste("At moves:", id, "=", option), function() {
      glmer(so ~ jump + arm + order + (1 + jump | person) + (1 | person:game), asked, family = binomial)
    })
  }
}
