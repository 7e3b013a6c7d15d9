/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The manager's protocol: two-phase set-up on a whole tree, fence, agreement on the smallest
 * MessageID, a new epoch or the host algorithm from there, release; groups that compete for slots,
 * and crashes at any step. doc/inc-model.rst says what is left out.
 *
 *   group 0: ranks 0, 1     group 1: ranks 2, 3     both: root (switch 0) - leaf (switch 1)
 *
 * Control messages travel on channels that lose nothing and keep their order, which the exchange
 * below them sees to, until one end dies. Packets of the data plane are a set: each may arrive at
 * any time; those that would change nothing are no steps. Results that are under way when the root
 * frees the slot may be lost for good.
 *
 * Parameters: GROUPS, SLOTS of a switch in groups, CRASH (how many parties may), DISMANTLE (group 0
 * may be fenced by hand, once), and one of FAULT_...: what must be found.
 */

#ifndef GROUPS
#define GROUPS 1
#endif

#ifndef SLOTS
#define SLOTS 1
#endif

#define RANKS (2 * GROUPS)
#define SWITCHES 2
#define MESSAGES 2
#define EPOCHS 4                /* from 1 on; then the host algorithm, if there is still no end */
#define NONE 0

#define BIT(i) (1 << (i))
#define BOTH 3
#define GROUP(rank) ((rank) / 2)
#define PLACE(rank) ((rank) % 2)
#define MANAGER (SWITCHES + RANKS)      /* as a party that may crash */

mtype = {
    RESERVE, COMMIT, RELEASE, FENCE, READY, REJECT,             /* of the manager */
    RESERVED, REFUSED, COMMITTED, RELEASED, FENCED, LEAVE, LOST /* to it */
};

mtype = { REGISTERED, RESERVING, COMMITTING, RUNNING, FENCING, RELEASING, IDLE };
mtype = { JOINING, SENDING, STOPPED, FINISHED, HOST, FAILED };

chan toSwitch[SWITCHES] = [6] of { mtype, byte, byte, byte, byte };   /* kind, group, epoch,
                                                                   first message, ranks */
chan toRank[RANKS] = [4] of { mtype, byte, byte };              /* kind, epoch, message */
chan toManager = [14] of { mtype, byte, byte, byte, byte };     /* kind, sender, group, epoch,
                                                                   message */

/* The manager: by group. */
mtype stage[GROUPS] = REGISTERED;
byte epochOf[GROUPS];
byte awaited[GROUPS];           /* switches or ranks that owe an answer */
byte members[GROUPS] = BOTH;    /* ranks that are alive */
byte gone[GROUPS];              /* ranks that have all results */
byte agreed[GROUPS];            /* messages that all ranks have */
bool resumes[GROUPS];           /* after RELEASING */
byte nextEpoch = 1;
bool dismantled = false;        /* by hand, once */
byte lostSwitches;

/* The switches: by switch * GROUPS + group. */
byte used[SWITCHES];
byte holds[SWITCHES * GROUPS];  /* epoch that something is put aside for */
bool serves[SWITCHES * GROUPS]; /* it is committed */

/* The root's slot, by group. */
byte message[GROUPS];
byte sum[GROUPS];               /* ranks that have contributed */
byte ranksOf[GROUPS];           /* that must */

/* The ranks. */
mtype is[RANKS] = JOINING;
byte epochAt[RANKS];
byte next[RANKS];               /* results it has */
byte hostFrom[RANKS];

/* Packets: a bit for each message. */
byte contribution[RANKS * (EPOCHS + 1)];
byte result[GROUPS * (EPOCHS + 1)];

byte dead;                      /* bits of parties */
byte crashes;

#define AT(i, e) ((i) * (EPOCHS + 1) + (e))

#ifdef FAULT_NO_EPOCH
#define IS_OURS(rank, e) (true)
#define IS_EPOCH(held, e) (held != NONE)
#else
#define IS_OURS(rank, e) (epochAt[rank] == e)
#define IS_EPOCH(held, e) (held == e)
#endif


#define IS_DEAD(party) (dead & BIT(party))
#define HOLDS(s, g) holds[(s) * GROUPS + (g)]
#define SERVES(s, g) serves[(s) * GROUPS + (g)]

/* ---- Sending --------------------------------------------------------------------------------- */

inline ToSwitch(s, kind, g)
{
    if
    :: IS_DEAD(s) || (lostSwitches & BIT(s))
    :: else -> toSwitch[s]!kind(g, epochOf[g], agreed[g], members[g])
    fi
}

inline ToSwitches(kind, g)
{
    ToSwitch(0, kind, g);
    ToSwitch(1, kind, g)
}

inline ToRank(rank, kind, g)
{
    if
    :: IS_DEAD(SWITCHES + rank)
    :: else -> toRank[rank]!kind(epochOf[g], agreed[g])
    fi
}

inline ToRanks(kind, g)
{
    ToRank(2 * g, kind, g);
    ToRank(2 * g + 1, kind, g)
}

inline Tell(kind, sender, g, theEpoch, value)
{
    if
    :: IS_DEAD(MANAGER)
    :: else -> toManager!kind(sender, g, theEpoch, value)
    fi
}

/* ---- The manager ----------------------------------------------------------------------------- */

#define ALIVE_SWITCHES (BOTH & ~lostSwitches)

inline Establish(g)
{
    if
    :: ALIVE_SWITCHES == BOTH && nextEpoch <= EPOCHS ->
        epochOf[g] = nextEpoch;
        nextEpoch++;
        stage[g] = RESERVING;
        awaited[g] = BOTH;
        ToSwitches(RESERVE, g)
    :: else ->
        ToRanks(REJECT, g);
        stage[g] = IDLE
    fi
}

inline Released(g)
{
    if
    :: awaited[g] == 0 && resumes[g] && members[g] -> resumes[g] = false; Establish(g)
    :: awaited[g] == 0 && !(resumes[g] && members[g]) -> stage[g] = IDLE
    :: else
    fi
}

inline Release(g)
{
    stage[g] = RELEASING;
    awaited[g] = ALIVE_SWITCHES;
#ifndef FAULT_NO_RELEASE
    ToSwitches(RELEASE, g);
#else
    awaited[g] = 0;
#endif
    Released(g)
}

/* The ranks run the host algorithm. */
inline Reject(g)
{
    ToRanks(REJECT, g);
    Release(g)
}

inline Answered(g)
{
    if
    :: awaited[g] == 0 && stage[g] == FENCING -> resumes[g] = true; Release(g)
    :: awaited[g] == 0 && stage[g] == RELEASING -> Released(g)
    :: else
    fi
}

inline Fence(g)
{
    stage[g] = FENCING;
    agreed[g] = MESSAGES;
    awaited[g] = members[g];
    ToRanks(FENCE, g);
#ifdef FAULT_NO_FENCE
    agreed[g] = (next[2 * g] > next[2 * g + 1] -> next[2 * g] : next[2 * g + 1]);
    awaited[g] = 0;
#endif
    Answered(g)
}

inline AllHaveLeft(g)
{
    if
    :: stage[g] == RUNNING && (members[g] & ~gone[g]) == 0 -> Release(g)
    :: else
    fi
}

inline SwitchLost(s, g)
{
    if
    :: stage[g] == RESERVING || stage[g] == COMMITTING -> Reject(g)
    :: stage[g] == RUNNING -> Fence(g)
    :: stage[g] == RELEASING ->
        awaited[g] = awaited[g] & ~BIT(s);
        Answered(g)
    :: else
    fi
}

inline RankLost(rank, g)
{
    members[g] = members[g] & ~BIT(PLACE(rank));
    if
    :: stage[g] == REGISTERED -> ToRanks(REJECT, g); stage[g] = IDLE
    :: stage[g] == RESERVING || stage[g] == COMMITTING -> Reject(g)
    :: stage[g] == RUNNING && (members[g] & ~gone[g]) -> Fence(g)
    :: stage[g] == RUNNING && !(members[g] & ~gone[g]) -> Release(g)
    :: stage[g] == FENCING ->
#ifndef FAULT_WAITS_FOR_THE_DEAD
        awaited[g] = awaited[g] & ~BIT(PLACE(rank));
#endif
        Answered(g)
    :: else
    fi
}

#define IS_OF_THIS_ATTEMPT(g, e) (epochOf[g] == (e))

proctype Manager()
{
    byte from, g, e, m;
end:
    do
    :: atomic { !IS_DEAD(MANAGER) && stage[0] == REGISTERED -> Establish(0) }
#if GROUPS == 2
    :: atomic { !IS_DEAD(MANAGER) && stage[1] == REGISTERED -> Establish(1) }
#endif
#ifdef DISMANTLE
    :: atomic {
        !IS_DEAD(MANAGER) && stage[0] == RUNNING && !dismantled ->
        dismantled = true;
        Fence(0)
    }
#endif
    :: atomic {
        !IS_DEAD(MANAGER) && toManager?[RESERVED, _, _, _, _] ->
        toManager?RESERVED(from, g, e, m);
        if
        :: stage[g] == RESERVING && IS_OF_THIS_ATTEMPT(g, e) ->
            awaited[g] = awaited[g] & ~BIT(from);
            if
            :: awaited[g] == 0 ->
                stage[g] = COMMITTING;
                awaited[g] = BOTH;
                ToSwitches(COMMIT, g)
            :: else
            fi
        :: else
        fi;
        from = 0; g = 0; e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(MANAGER) && toManager?[REFUSED, _, _, _, _] ->
        toManager?REFUSED(from, g, e, m);
        if
        :: (stage[g] == RESERVING || stage[g] == COMMITTING) && IS_OF_THIS_ATTEMPT(g, e) ->
#ifdef FAULT_HOLD_AND_WAIT
            ToSwitch(from, RESERVE, g)
#else
            Reject(g)
#endif
        :: else
        fi;
        from = 0; g = 0; e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(MANAGER) && toManager?[COMMITTED, _, _, _, _] ->
        toManager?COMMITTED(from, g, e, m);
        if
        :: stage[g] == COMMITTING && IS_OF_THIS_ATTEMPT(g, e) ->
            awaited[g] = awaited[g] & ~BIT(from);
            if
            :: awaited[g] == 0 ->
                stage[g] = RUNNING;
                gone[g] = 0;
                ToRanks(READY, g)
            :: else
            fi
        :: else
        fi;
        from = 0; g = 0; e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(MANAGER) && toManager?[FENCED, _, _, _, _] ->
        toManager?FENCED(from, g, e, m);
        if
        :: stage[g] == FENCING && IS_OF_THIS_ATTEMPT(g, e) && (awaited[g] & BIT(PLACE(from))) ->
            awaited[g] = awaited[g] & ~BIT(PLACE(from));
#ifdef FAULT_AGREE_ON_LARGEST
            agreed[g] = (agreed[g] == MESSAGES || m > agreed[g] -> m : agreed[g]);
#else
            agreed[g] = (m < agreed[g] -> m : agreed[g]);
#endif
            Answered(g)
        :: else
        fi;
        from = 0; g = 0; e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(MANAGER) && toManager?[RELEASED, _, _, _, _] ->
        toManager?RELEASED(from, g, e, m);
        if
        :: stage[g] == RELEASING && IS_OF_THIS_ATTEMPT(g, e) ->
            awaited[g] = awaited[g] & ~BIT(from);
            Answered(g)
        :: else
        fi;
        from = 0; g = 0; e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(MANAGER) && toManager?[LEAVE, _, _, _, _] ->
        toManager?LEAVE(from, g, e, m);
        if
        :: IS_OF_THIS_ATTEMPT(g, e) && stage[g] == RUNNING ->
            gone[g] = gone[g] | BIT(PLACE(from));
#ifdef FAULT_FIRST_TO_LEAVE
            Release(g)
#else
            AllHaveLeft(g)
#endif
        :: else
        fi;
        from = 0; g = 0; e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(MANAGER) && toManager?[LOST, _, _, _, _] ->
        toManager?LOST(from, g, e, m);
        if
        :: from < SWITCHES ->
            lostSwitches = lostSwitches | BIT(from);
            SwitchLost(from, 0)
#if GROUPS == 2
            ;
            SwitchLost(from, 1)
#endif
        :: else ->
            from = from - SWITCHES;
            g = GROUP(from);
            RankLost(from, g)
        fi;
        from = 0; g = 0; e = 0; m = 0
    }
    od
}

/* ---- A switch -------------------------------------------------------------------------------- */

inline Free(s, g)
{
    if
    :: s == 0 -> result[AT(g, HOLDS(s, g))] = 0     /* what is lost now, nobody sends again */
    :: true
    fi;
    HOLDS(s, g) = NONE;
    SERVES(s, g) = false;
    used[s] = used[s] - 1;
    if
    :: s == 0 -> message[g] = 0; sum[g] = 0
    :: else
    fi
}

/* What is not committed for long lapses; and what was when the manager is silent. */
#ifdef FAULT_NO_LEASE
#define MayLapse(s, g) (HOLDS(s, g) != NONE && SERVES(s, g) && IS_DEAD(MANAGER))
#else
#define MayLapse(s, g) (HOLDS(s, g) != NONE && (!SERVES(s, g) || IS_DEAD(MANAGER)))
#endif

proctype Switch(byte s)
{
    byte g, e, m, r;
end:
    do
    :: atomic {
        !IS_DEAD(s) && toSwitch[s]?[RESERVE, _, _, _, _] ->
        toSwitch[s]?RESERVE(g, e, m, r);
        if
        :: used[s] < SLOTS ->
            used[s]++;
            HOLDS(s, g) = e;
            Tell(RESERVED, s, g, e, 0)
        :: else -> Tell(REFUSED, s, g, e, 0)
        fi;
        g = 0; e = 0; m = 0; r = 0
    }
    :: atomic {
        !IS_DEAD(s) && toSwitch[s]?[COMMIT, _, _, _, _] ->
        toSwitch[s]?COMMIT(g, e, m, r);
        if
        :: HOLDS(s, g) == e ->
            SERVES(s, g) = true;
            if
            :: s == 0 -> message[g] = m; sum[g] = 0; ranksOf[g] = r
            :: else
            fi;
            Tell(COMMITTED, s, g, e, 0)
        :: else -> Tell(REFUSED, s, g, e, 0)
        fi;
        g = 0; e = 0; m = 0; r = 0
    }
    :: atomic {
        !IS_DEAD(s) && toSwitch[s]?[RELEASE, _, _, _, _] ->
        toSwitch[s]?RELEASE(g, e, m, r);
        if
        :: HOLDS(s, g) == e -> Free(s, g)
        :: else
        fi;
        Tell(RELEASED, s, g, e, 0);
        g = 0; e = 0; m = 0; r = 0
    }
    :: atomic { !IS_DEAD(s) && MayLapse(s, 0) -> Free(s, 0) }
#if GROUPS == 2
    :: atomic { !IS_DEAD(s) && MayLapse(s, 1) -> Free(s, 1) }
#endif
    od
}

/* ---- A rank ---------------------------------------------------------------------------------- */

inline Contribute(rank)
{
    if
    :: next[rank] < MESSAGES ->
        contribution[AT(rank, epochAt[rank])] =
            contribution[AT(rank, epochAt[rank])] | BIT(next[rank])
    :: else ->
        is[rank] = FINISHED;
        Tell(LEAVE, rank, GROUP(rank), epochAt[rank], 0)
    fi
}

#define TAKES(rank, e)                                                  \
    (!IS_DEAD(SWITCHES + rank) && is[rank] == SENDING && IS_OURS(rank, e) && \
     (result[AT(GROUP(rank), e)] & BIT(next[rank])))

proctype Rank(byte rank)
{
    byte e, m;
end:
    do
    :: atomic {
        !IS_DEAD(SWITCHES + rank) && toRank[rank]?[READY, _, _] ->
        toRank[rank]?READY(e, m);
        assert(m <= next[rank]);        /* else a result is missing for ever */
        is[rank] = SENDING;
        epochAt[rank] = e;
        next[rank] = m;
        Contribute(rank);
        e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(SWITCHES + rank) && toRank[rank]?[FENCE, _, _] ->
        toRank[rank]?FENCE(e, m);
        is[rank] = STOPPED;
        Tell(FENCED, rank, GROUP(rank), e, next[rank]);
        e = 0; m = 0
    }
    :: atomic {
        !IS_DEAD(SWITCHES + rank) && toRank[rank]?[REJECT, _, _] ->
        toRank[rank]?REJECT(e, m);
        assert(m <= next[rank]);
        is[rank] = HOST;
        hostFrom[rank] = m;
        e = 0; m = 0
    }
    :: atomic { TAKES(rank, 1) -> next[rank]++; Contribute(rank) }
    :: atomic { TAKES(rank, 2) -> next[rank]++; Contribute(rank) }
    :: atomic { TAKES(rank, 3) -> next[rank]++; Contribute(rank) }
    :: atomic { TAKES(rank, 4) -> next[rank]++; Contribute(rank) }
    :: atomic {
        !IS_DEAD(SWITCHES + rank) && IS_DEAD(MANAGER) && empty(toRank[rank]) &&
        (is[rank] == JOINING || is[rank] == SENDING || is[rank] == STOPPED) ->
        is[rank] = FAILED
    }
    od
}

/* ---- The data plane -------------------------------------------------------------------------- */

/* A contribution changes something at the root, by way of the rank's own switch. */
#define IS_SERVED(s, g, e) (!IS_DEAD(s) && SERVES(s, g) && IS_EPOCH(HOLDS(s, g), e))
#define IS_ADDED(rank, e)                                               \
    ((contribution[AT(rank, e)] & BIT(message[GROUP(rank)])) &&         \
     !(sum[GROUP(rank)] & BIT(PLACE(rank))) &&                          \
     IS_SERVED(PLACE(rank), GROUP(rank), e) && IS_SERVED(0, GROUP(rank), e))

inline Add(rank, e)
{
    /* No mixed epochs. */
    assert(HOLDS(0, GROUP(rank)) == e && HOLDS(PLACE(rank), GROUP(rank)) == e);
    sum[GROUP(rank)] = sum[GROUP(rank)] | BIT(PLACE(rank));
    if
    :: sum[GROUP(rank)] == ranksOf[GROUP(rank)] ->
        result[AT(GROUP(rank), e)] = result[AT(GROUP(rank), e)] | BIT(message[GROUP(rank)]);
        message[GROUP(rank)]++;
        sum[GROUP(rank)] = 0
    :: else
    fi
}

proctype Link(byte rank)
{
end:
    do
    :: atomic { IS_ADDED(rank, 1) -> Add(rank, 1) }
    :: atomic { IS_ADDED(rank, 2) -> Add(rank, 2) }
    :: atomic { IS_ADDED(rank, 3) -> Add(rank, 3) }
    :: atomic { IS_ADDED(rank, 4) -> Add(rank, 4) }
    od
}

/* ---- Crashes --------------------------------------------------------------------------------- */

#ifdef CRASH
proctype Crash(byte party)
{
end:
    atomic { crashes < CRASH -> crashes++; dead = dead | BIT(party) };
    /* Its heartbeats are missed. */
    if
    :: party < MANAGER -> atomic { Tell(LOST, party, 0, 0, 0) }
    :: else
    fi
}
#endif

/* ---- The end --------------------------------------------------------------------------------- */

#define IS_ALIVE(rank) (!IS_DEAD(SWITCHES + rank))
#define IS_OVER(rank) (is[rank] == FINISHED || is[rank] == HOST || is[rank] == FAILED)

/* Nothing can happen any more. */
proctype End()
{
    byte g, rank, s;
end:
    timeout ->
    atomic {
        rank = 0;
        do
        :: rank < RANKS ->
            assert(!IS_ALIVE(rank) || IS_OVER(rank));                   /* no dead end */
            rank++
        :: else -> break
        od;
        g = 0;
        do
        :: g < GROUPS ->
            if
            :: IS_ALIVE(2 * g) && IS_ALIVE(2 * g + 1) && !IS_DEAD(MANAGER) ->
                assert(is[2 * g] == is[2 * g + 1]);                     /* alike */
                assert(is[2 * g] != HOST || hostFrom[2 * g] == hostFrom[2 * g + 1])
            :: else
            fi;
            assert(IS_DEAD(MANAGER) || stage[g] == IDLE);
            g++
        :: else -> break
        od;
        s = 0;
        do
        :: s < SWITCHES ->
            assert(IS_DEAD(s) || used[s] == 0);                         /* no leak */
            s++
        :: else -> break
        od
    }
}

init
{
    byte i;
    atomic {
        run Manager();
        run Switch(0);
        run Switch(1);
        i = 0;
        do
        :: i < RANKS ->
            run Rank(i);
            run Link(i);
            i++
        :: else -> break
        od;
#ifdef CRASH
        i = 0;
        do
        :: i <= MANAGER -> run Crash(i); i++
        :: else -> break
        od;
#endif
        run End();
        i = 0
    }
}
