/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The slot protocol over an unreliable transport: IncClient, IncUcClientLink, IncTreeState,
 * IncSlotPool and the part of IncAggregator that answers duplicates. doc/inc-model.rst says what
 * the model leaves out and why that is sound; inc-model.py runs it.
 *
 *   LEVELS=1:  w0 w1 .. - root            LEVELS=2:  w0 .. - leaf 1 \
 *                                                    w(W-1) - leaf 2 - root
 *
 * The network is the set of all packets that were ever sent. Any of them may arrive now, once more,
 * after any other, or never: loss, duplication, reordering and delay without limit, at one bit a
 * packet. Timers expire at any moment: where EXPLICIT_TIMERS is not given, the retransmission of a
 * message is in the network from the moment that the message may be sent, which is the worst case.
 *
 * Safety is asserted at each step. From each state that can be reached, Recover() loses all that
 * is under way, lets everything that is sent from then on arrive, and demands that all finish: so
 * there is no dead end. With LIVE the network loses packets in steps of its own, until it stops
 * doing so, and an LTL formula demands an end however the schedule goes on.
 *
 * Parameters: W, LEVELS, S slots, M messages, LITERAL, BIER (results pass the leaves by), LASTHOP
 * (and are seen there), DEATH (of a worker), EPOCHS (a second one may be installed at any moment),
 * EXPLICIT_TIMERS, LIVE, and one of FAULT_...: what must be found.
 */

#ifndef W
#define W 2
#endif
#ifndef LEVELS
#define LEVELS 1
#endif
#ifndef S
#define S 1
#endif
#ifndef M
#define M 4
#endif
#ifdef EPOCHS
#define E 2
#else
#define E 1
#endif

#if defined(LITERAL) || defined(FAULT_ONE_VERSION)
#define R (S)                   /* rounds of a switch: one version a slot */
#else
#define R (2 * S)               /* two versions */
#endif

#if LEVELS == 2
#define N 3                     /* switches: the root is 0 */
#define C (W + 2)               /* children: workers, then leaves */
#define PARENT(c) (c >= W -> 0 : (c == W - 1 -> 2 : 1))
#else
#define N 1
#define C (W)
#define PARENT(c) 0
#endif

#define BIT(i) (1 << (i))
#define EVERYBODY (BIT(W) - 1)
#define BELOW(n) (n == 0 -> EVERYBODY : (n == 1 -> BIT(W - 1) - 1 : BIT(W - 1)))
#define BEHIND(c) (c < W -> BIT(c) : BELOW(c - W + 1))
#define AT(c, e) ((e) * C + (c))
#define AT2(worker, e) ((e) * W + (worker))

/* MessageIDs of the wire have 4 bits and wrap around on the way. */
#define ID(m) ((14 + (m)) & 15)

#define ABSENT 255

mtype = { IDLE, COLLECTING, COMPLETE, DONE };

/* Packets under way, by AT(child, epoch); a bit for each message. */
byte first[C * E];              /* contributions and aggregates; without EXPLICIT_TIMERS nothing but
                                   Recover() needs them: what they do, their repetition does */
byte again[C * E];              /* the same, RETRANSMITTED */
byte result[C * E];             /* results, to a child; with BIER those of workers from the root */
byte pending[C * E];            /* "pending", to a child */
#ifdef BIER
byte question[W * E];           /* of the leaf, for the result of a worker */
byte passing[W * E];             /* LASTHOP: results that went on from the leaf */
#endif

/* The switches, by n * R + round. */
byte sequence[N * R];
mtype state[N * R];
byte seen[N * R];               /* OR of the P-BMs */
byte data[N * R];               /* ghost: whose contributions are in the accumulator */
byte passed[N * R];               /* LASTHOP: workers that the result has left for */
byte newest[N];                 /* largest sequence number begun */
byte tree[N];                   /* epoch installed */

/* The workers. */
byte current[W * S];            /* message in flight of a slot */
bit waits[W * S];               /* the switch said "pending" */
byte joined[W];                 /* epoch */
byte got[W * E];                /* messages whose result came, by w * E + epoch */
byte noted[W];                  /* largest message sent, for serial arithmetic */

byte alive = EVERYBODY;
byte epoch = 0;                 /* that the manager gave out last */
byte start = 0;                 /* first message of epoch 1 */
byte members = EVERYBODY;       /* of epoch 1 */
bool over = false;              /* Recover() has run */
bool losing = false;            /* LIVE: now what is under way may be lost */
bool reliable = false;          /* LIVE: from now on nothing is lost, nor arrives twice */

#define MEMBERS(e) ((e) == 0 -> EVERYBODY : members)
#define START(e) ((e) == 0 -> 0 : start)
#define ABM(n) (BELOW(n) & MEMBERS(tree[n]))

/* Of one step only. */
hidden byte m;                  /* message of the packet */
hidden byte e;                  /* its epoch */
hidden byte r;                  /* round */
hidden byte k;
hidden byte b;                  /* bits */
hidden byte s;
hidden byte w;
hidden byte oldest;
hidden byte lap;
hidden byte i;
hidden byte j;
hidden short number;            /* sequence number of the packet's message */
hidden short ahead;

#define PICK(set)                       \
    if                                  \
    :: (set) & 1 -> m = 0               \
    :: (set) & 2 -> m = 1               \
    :: (set) & 4 -> m = 2               \
    :: (set) & 8 -> m = 3               \
    :: (set) & 16 -> m = 4              \
    :: (set) & 32 -> m = 5              \
    :: (set) & 64 -> m = 6              \
    :: (set) & 128 -> m = 7             \
    fi

/* ---- The switch ------------------------------------------------------------------------------ */

/* IncSequence::FromMessageId: the nearest number to the newest is meant. */
inline ToNumber(id, from, latest)
{
#ifdef FAULT_UNSIGNED_ID
    number = id - ID(from)
#else
    number = (id - ID((from) + (latest))) & 15;
    number = (latest) + (number >= 8 -> number - 16 : number)
#endif
}

inline Advance(n)
{
    sequence[r] = sequence[r] + R;
    state[r] = IDLE;
    data[r] = 0;
    passed[r] = 0;
#ifndef FAULT_STALE_BITMAP
    seen[r] = 0
#endif
}

/* The result of round r is out: SHADOW keeps it, LITERAL clears the slot. */
inline Deliver(n)
{
    state[r] = DONE;
#ifdef LITERAL
    Advance(n)
#endif
}

#define MESSAGE(n) (START(tree[n]) + sequence[r])

inline SendDown(n, child)
{
    assert(data[r] == MEMBERS(tree[n]));        /* no result without all */
    result[AT(child, tree[n])] = result[AT(child, tree[n])] | BIT(MESSAGE(n))
}

#ifdef BIER
#define HEARS_FROM(n, c) ((c) < W)
#else
#define HEARS_FROM(n, c) (PARENT(c) == n)
#endif

inline SendResults(n)
{
    k = 0;
    do
    :: k < C ->
        if
        :: HEARS_FROM(n, k) && (BEHIND(k) & MEMBERS(tree[n])) -> SendDown(n, k)
        :: else
        fi;
        k++
    :: else -> break
    od;
    k = 0
}

/* A leaf that waits for the result, or that the result passes by. */
inline RepeatUp(n)
{
#ifndef FAULT_NO_REPEAT_UP
    again[AT(W + n - 1, tree[n])] = again[AT(W + n - 1, tree[n])] | BIT(MESSAGE(n))
#else
    skip
#endif
}

inline Completed(n)
{
    if
    :: n == 0 ->
        SendResults(n);
        Deliver(n)
    :: else ->
        assert(data[r] == ABM(n));
        state[r] = COMPLETE;
        first[AT(W + n - 1, tree[n])] = first[AT(W + n - 1, tree[n])] | BIT(MESSAGE(n))
#ifndef EXPLICIT_TIMERS
        ;
        RepeatUp(n)
#endif
    fi
}

/* Of interest only to who has other slots; a leaf notes the time. */
inline SendPending(n, child)
{
    if
    :: S > 1 && child < W ->
        pending[AT(child, tree[n])] = pending[AT(child, tree[n])] | BIT(MESSAGE(n))
    :: else
    fi
}

#ifdef BIER
inline Ask(n, bits)
{
    k = 0;
    do
    :: k < W ->
        question[AT2(k, tree[n])] =
            question[AT2(k, tree[n])] | (bits & BIT(k) -> BIT(MESSAGE(n)) : 0);
        k++
    :: else -> break
    od;
    k = 0
}
#endif

/* IncTreeRecovery::DuplicateArrived, of a sender that repeated itself. */
inline Duplicate(n, child)
{
    if
    :: state[r] == COLLECTING -> SendPending(n, child)
    :: state[r] == COMPLETE ->
#ifdef BIER
#ifdef LASTHOP
        if
        :: passed[r] & BIT(child) -> b = BIT(child);
        Ask(n, b)
        :: else ->
            SendPending(n, child);
            RepeatUp(n);
            b = ABM(n) & ~passed[r];
            Ask(n, b)
        fi
#else
        SendPending(n, child);
        RepeatUp(n);
        b = BIT(child);
        Ask(n, b)
#endif
#elif defined(FAULT_LEAF_ANSWERS)
        SendDown(n, child)
#else
        SendPending(n, child);
        RepeatUp(n)
#endif
    :: state[r] == DONE ->
#ifndef FAULT_NO_REPAIR
#ifdef BIER
        if
        :: child < W -> SendDown(n, child)
        :: else         /* a leaf does not know who misses the result, if anybody */
        fi
#else
        SendDown(n, child)
#endif
#else
        skip
#endif
    :: else
    fi
}

/* The round r of message m on switch n, and how far ahead of it the message is. */
inline Find(n)
{
    ToNumber(ID(m), START(tree[n]), newest[n]);
    ahead = -1;
    r = n * R;
    if
    :: number >= 0 ->
        r = n * R + number % R;
        ahead = number - sequence[r]
    :: else
    fi;
#ifdef FAULT_SLOT_ONLY
    ahead = (number >= 0 && state[r] != DONE -> 0 : ahead)
#endif
}

#ifdef BIER
#define MAY_ADVANCE(n) (state[r] == DONE || (n != 0 && state[r] == COMPLETE))
#else
#define MAY_ADVANCE(n) (state[r] == DONE)
#endif

#ifdef FAULT_NO_EPOCH_AT_SWITCH
#define IS_FOR(n) (tree[n] != ABSENT)
#else
#define IS_FOR(n) (tree[n] == e)
#endif

/* Message m of epoch e from a child; repeated: has the flag RETRANSMITTED. */
inline Contribution(n, child, repeated)
{
    if
    :: IS_FOR(n) && m >= START(tree[n]) ->
        Find(n);
        if
        :: ahead == R && MAY_ADVANCE(n) ->
            Advance(n);
            ahead = 0
        :: else
        fi;
        if
        :: ahead != 0           /* old, or beyond the window */
        :: else ->
            b = BEHIND(child) & MEMBERS(tree[n]);
            if
            :: state[r] == IDLE ->
                state[r] = COLLECTING;
                newest[n] = (sequence[r] > newest[n] -> sequence[r] : newest[n])
            :: else
            fi;
            if
#ifndef FAULT_NO_BITMAP
            :: (b & ~seen[r]) == 0 ->
                if
                :: repeated -> Duplicate(n, child)
                :: else
                fi
            :: (b & ~seen[r]) != 0 && (b & seen[r]) != 0    /* overlap: never added */
            :: (b & seen[r]) == 0 ->
#else
            :: state[r] != COLLECTING ->
                if
                :: repeated -> Duplicate(n, child)
                :: else
                fi
            :: else ->
#endif
                assert((data[r] & b) == 0);     /* no contribution twice */
                assert(MESSAGE(n) == m);        /* nor to another message */
                assert(tree[n] == e);           /* nor to another epoch */
                seen[r] = seen[r] | b;
                data[r] = data[r] | b;
                if
#ifdef FAULT_NOT_ALL
                :: (seen[r] & (seen[r] - 1)) || seen[r] == ABM(n) -> Completed(n)
#else
                :: seen[r] == ABM(n) -> Completed(n)
#endif
                :: else
                fi
            fi
        fi
    :: else                     /* a stale epoch */
    fi
}

/* The result of message m from the root, at leaf n. */
inline ResultAtLeaf(n)
{
    if
    :: IS_FOR(n) && m >= START(tree[n]) ->
        Find(n);
        if
        :: ahead == 0 && state[r] == COMPLETE ->
            assert(MESSAGE(n) == m && tree[n] == e);
            data[r] = MEMBERS(tree[n]);
            SendResults(n);
            Deliver(n)
        :: else
        fi
    :: else
    fi
}

#ifdef BIER
/* The question for the result of message m that worker is to have, at the root. */
inline Question(worker)
{
    if
    :: IS_FOR(0) && m >= START(tree[0]) ->
        Find(0);
        if
        :: ahead == 0 && state[r] == DONE -> SendDown(0, worker)
        :: else
        fi
    :: else
    fi
}

/* LASTHOP: the result of message m leaves leaf n for a worker. */
inline Pass(n, worker)
{
    passing[AT2(worker, e)] = passing[AT2(worker, e)] | BIT(m);
    if
    :: IS_FOR(n) && m >= START(tree[n]) ->
        Find(n);
        if
        :: ahead == 0 && state[r] == COMPLETE -> passed[r] = passed[r] | BIT(worker)
        :: else
        fi
    :: else
    fi
}
#endif

/* ---- The worker ------------------------------------------------------------------------------ */

#define SLOT(worker, s) ((worker) * S + (s))
#define IN_FLIGHT(worker, s) (current[SLOT(worker, s)] < M)

inline Repeat(worker, message)
{
    again[AT(worker, joined[worker])] = again[AT(worker, joined[worker])] | BIT(message)
}

inline Send(worker, message)
{
    if
    :: message < M ->
#ifndef LIVE
        first[AT(worker, joined[worker])] = first[AT(worker, joined[worker])] | BIT(message);
#endif
        noted[worker] = (message > noted[worker] -> message : noted[worker]);
#ifndef EXPLICIT_TIMERS
        Repeat(worker, message)
#endif
    :: else
    fi
}

#ifdef FAULT_NO_EPOCH_AT_WORKER
#define IS_OURS(worker) true
#else
#define IS_OURS(worker) (joined[worker] == e)
#endif

/* The slot of message m, if it is in flight there; or S. */
inline FindSlot(worker)
{
    s = S;
    if
    :: IS_OURS(worker) && m >= START(joined[worker]) ->
        ToNumber(ID(m), START(joined[worker]), noted[worker] - START(joined[worker]));
        if
        :: number >= 0 ->
            s = number % S;
            if
#ifdef FAULT_ANY_RESULT
            :: IN_FLIGHT(worker, s)
#else
            :: IN_FLIGHT(worker, s) && current[SLOT(worker, s)] == number + START(joined[worker])
#endif
            :: else -> s = S
            fi
        :: else
        fi
    :: else
    fi
}

inline Take(worker)
{
    FindSlot(worker);
    if
    :: s < S ->
        assert(current[SLOT(worker, s)] == m);  /* the result of this message */
        assert(joined[worker] == e);            /* of this epoch */
        got[worker * E + e] = got[worker * E + e] | BIT(m);
        k = 0;
        do
        :: k < S -> waits[SLOT(worker, k)] = 0; k++
        :: else -> break
        od;
        k = 0;
        current[SLOT(worker, s)] = m + S;
        Send(worker, m + S)
#ifdef FAULT_WINDOW
        ; Send(worker, m + 2 * S)
#endif
    :: else
    fi
}

inline Wait(worker)
{
    FindSlot(worker);
    if
    :: s < S -> waits[SLOT(worker, s)] = 1
    :: else
    fi
}

/* The oldest message in flight of a worker; M if there is none. */
inline Oldest(worker)
{
    oldest = M;
    s = 0;
    do
    :: s < S ->
        oldest = (current[SLOT(worker, s)] < oldest -> current[SLOT(worker, s)] : oldest);
        s++
    :: else -> break
    od
}

/* The timers of all slots expire: of those that are pending the oldest asks for all. */
inline Expire(worker)
{
    Oldest(worker);
    s = 0;
    do
    :: s < S ->
        if
        :: IN_FLIGHT(worker, s) &&
#ifdef FAULT_PENDING_SILENCES
           !waits[SLOT(worker, s)] ->
#else
           (!waits[SLOT(worker, s)] || current[SLOT(worker, s)] == oldest) ->
#endif
            Repeat(worker, current[SLOT(worker, s)])
        :: else
        fi;
        s++
    :: else -> break
    od
}

inline Join(worker, theEpoch)
{
    joined[worker] = theEpoch;
    noted[worker] = START(theEpoch);
    s = 0;
    do
    :: s < S ->
        current[SLOT(worker, s)] = START(theEpoch) + s;
        waits[SLOT(worker, s)] = 0;
        Send(worker, START(theEpoch) + s);
        s++
    :: else -> break
    od
}

/* ---- The manager, in one step: test/model/inc-manager.pml has its protocol -------------------- */

inline Install(n, theEpoch)
{
    tree[n] = theEpoch;
    newest[n] = 0;
    lap = 0;
    do
    :: lap < R ->
        sequence[n * R + lap] = lap;
        state[n * R + lap] = IDLE;
        seen[n * R + lap] = 0;
        data[n * R + lap] = 0;
        passed[n * R + lap] = 0;
        lap++
    :: else -> break
    od;
    lap = 0
}

#ifdef EPOCHS
/* A new epoch, without who has died, from the first message that not all have the result of. */
inline Fence()
{
    epoch = 1;
    members = alive;
#ifdef FAULT_AGREE_ON_LARGEST
    start = 0;
#else
    start = M;
#endif
    w = 0;
    do
    :: w < W ->
        if
        :: alive & BIT(w) ->
            Oldest(w);
#ifdef FAULT_AGREE_ON_LARGEST
            start = (oldest > start -> oldest : start)
#else
            start = (oldest < start -> oldest : start)
#endif
        :: else
        fi;
        w++
    :: else -> break
    od
}
#endif

/* Results that a worker can get. */
#ifdef LASTHOP
#define ARRIVING(worker, e) passing[AT2(worker, e)]
#else
#define ARRIVING(worker, e) result[AT(worker, e)]
#endif

/* ---- No dead end ----------------------------------------------------------------------------- */

/* Far more than are needed: each message crosses the tree, is lost nowhere, and some wait. */
#define LAPS (3 * M + 3)

#define DELIVER(set, what)              \
    if                                  \
    :: (set) & BIT(m) -> set = (set) & ~BIT(m); what \
    :: else                             \
    fi

inline LoseAll()
{
    i = 0;
    do
    :: i < C * E ->
        first[i] = 0;
        again[i] = 0;
        result[i] = 0;
        pending[i] = 0;
        i++
    :: else -> break
    od;
#ifdef BIER
    i = 0;
    do
    :: i < W * E -> question[i] = 0; passing[i] = 0; i++
    :: else -> break
    od
#endif
}

/* The new epoch comes to all, in the end. */
inline CatchUp()
{
#ifdef EPOCHS
    if
    :: epoch == 0 && alive != EVERYBODY -> Fence()
    :: else
    fi;
    i = 0;
    do
    :: epoch == 1 && i < N ->
        if
        :: tree[i] != 1 -> Install(i, 1)
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0;
    do
    :: epoch == 1 && i < W ->
        if
        :: (alive & members & BIT(i)) && joined[i] != 1 -> Join(i, 1)
        :: else
        fi;
        i++
    :: else -> break
    od
#endif
    skip
}

inline DeliverAll()
{
    i = 0;
    do
    :: i < C ->
        m = 0;
        do
        :: m < M ->
            DELIVER(first[AT(i, e)], Contribution(PARENT(i), i, false));
            DELIVER(again[AT(i, e)], Contribution(PARENT(i), i, true));
            m++
        :: else -> break
        od;
        i++
    :: else -> break
    od;
    i = C;
    do
    :: i > 0 ->
        i--;
        m = 0;
        do
        :: m < M ->
            if
#ifdef BIER
            :: i < W ->
                DELIVER(question[AT2(i, e)], Question(i));
#ifdef LASTHOP
                DELIVER(result[AT(i, e)], Pass(PARENT(i), i));
#endif
#else
            :: i >= W -> DELIVER(result[AT(i, e)], ResultAtLeaf((i - W + 1)))
#endif
            :: else
            fi;
            if
            :: i < W && (alive & BIT(i)) ->
                DELIVER(ARRIVING(i, e), Take(i));
                DELIVER(pending[AT(i, e)], Wait(i))
            :: else
            fi;
            m++
        :: else -> break
        od
    :: else -> break
    od
}

/* Each has the result of each message, all of one epoch: what was agreed on, the rest replayed. */
inline CheckEnd()
{
    i = 0;
    do
    :: i < W ->
        if
        :: alive & BIT(i) ->
            assert((got[i * E] & (BIT(START(e)) - 1)) == BIT(START(e)) - 1);
            assert((got[i * E + e] | (BIT(START(e)) - 1)) == BIT(M) - 1);
            Oldest(i);
            assert(oldest == M)
        :: else
        fi;
        i++
    :: else -> break
    od
}

inline Recover()
{
    over = true;
    LoseAll();
    CatchUp();
    e = epoch;
    lap = 0;
    do
    :: lap < LAPS ->
        i = 0;
        do
        :: i < W ->
            if
            :: alive & BIT(i) -> Expire(i)
            :: else
            fi;
            i++
        :: else -> break
        od;
        DeliverAll();
        lap++
    :: else -> break
    od;
    if
    :: (MEMBERS(e) & ~alive) == 0 -> CheckEnd()
    :: else                     /* who is dead holds up the others, and nobody knows */
    fi
}

/* ---- Everything that can happen -------------------------------------------------------------- */

#ifdef LIVE
#define ARRIVED(set) set = (reliable -> (set) & ~BIT(m) : (set))
#define OR_IS_LOST(set)                 \
    :: atomic {                         \
        PICK(losing -> (set) : 0);      \
        d_step { set = (set) & ~BIT(m); m = 0 } \
    }
#else
#define ARRIVED(set) skip
#define OR_IS_LOST(set)
#endif

/* Packet m of a set of epoch E does what follows. */
#define ARRIVES(set, itsEpoch, what)    \
    :: atomic {                         \
        PICK((over || losing) -> 0 : (set));        \
        d_step { e = itsEpoch; ARRIVED(set); what; m = 0; e = 0 } \
    }                                   \
    OR_IS_LOST(set)

/* From a child to its parent. */
proctype Up(byte child)
{
end:
    do
#ifdef EXPLICIT_TIMERS
    ARRIVES(first[AT(child, 0)], 0, Contribution(PARENT(child), child, false))
#endif
    ARRIVES(again[AT(child, 0)], 0, Contribution(PARENT(child), child, true))
#ifdef EPOCHS
    ARRIVES(again[AT(child, 1)], 1, Contribution(PARENT(child), child, true))
#endif
    od
}

/* To a worker. */
proctype Down(byte worker)
{
end:
    do
    ARRIVES(ARRIVING(worker, 0), 0, Take(worker))
    ARRIVES(pending[AT(worker, 0)], 0, Wait(worker))
#ifdef EPOCHS
    ARRIVES(ARRIVING(worker, 1), 1, Take(worker))
    ARRIVES(pending[AT(worker, 1)], 1, Wait(worker))
#endif
    od
}

/* Between root and leaves: results down, or questions up and results that pass. */
#ifdef BIER
proctype Between(byte worker)
{
end:
    do
    ARRIVES(question[AT2(worker, 0)], 0, Question(worker))
#ifdef LASTHOP
    ARRIVES(result[AT(worker, 0)], 0, Pass(PARENT(worker), worker))
#endif
#ifdef EPOCHS
    ARRIVES(question[AT2(worker, 1)], 1, Question(worker))
#ifdef LASTHOP
    ARRIVES(result[AT(worker, 1)], 1, Pass(PARENT(worker), worker))
#endif
#endif
    od
}
#else
proctype Between(byte leaf)
{
end:
    do
    ARRIVES(result[AT(leaf, 0)], 0, ResultAtLeaf((leaf - W + 1)))
#ifdef EPOCHS
    ARRIVES(result[AT(leaf, 1)], 1, ResultAtLeaf((leaf - W + 1)))
#endif
    od
}
#endif

#if defined(EXPLICIT_TIMERS) || defined(LIVE)
proctype Timer(byte worker)
{
end:
    do
    :: d_step {
        !over && (alive & BIT(worker)) ->
        Oldest(worker);
        Expire(worker);
        s = 0;
        oldest = 0
    }
    od
}
#endif

#ifdef LIVE
proctype Network()
{
    losing = true;
    d_step { losing = false; reliable = true }
}

#define HAS_ENDED(worker) (current[SLOT(worker, 0)] >= M && current[SLOT(worker, S - 1)] >= M)

/* Whatever happened before, and however the schedule goes on: under weak fairness all finish. */
ltl all_finish { <> (HAS_ENDED(0) && HAS_ENDED(W - 1)) }
#else
proctype Recovery()
{
    d_step { Recover() }
}
#endif

#ifdef DEATH
/* A worker stops for good; what it has sent stays under way. */
proctype Reaper()
{
end:
    if
    :: atomic { !over -> alive = alive & ~BIT(0) }
    :: atomic { !over -> alive = alive & ~BIT(W - 1) }
    fi
}
#endif

#ifdef EPOCHS
proctype Manager()
{
end:
    d_step { !over -> Fence(); w = 0; oldest = 0; s = 0 }
}

proctype InstallsLater(byte n)
{
end:
    d_step { !over && epoch == 1 -> Install(n, 1) }
}

proctype JoinsLater(byte worker)
{
end:
    d_step { !over && epoch == 1 && (members & alive & BIT(worker)) -> Join(worker, 1); s = 0 }
}
#endif

init
{
    atomic {
        i = 0;
        do
        :: i < N ->
            d_step { Install(i, 0) };
#ifdef EPOCHS
            run InstallsLater(i);
#endif
            i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < W ->
            d_step { Join(i, 0); s = 0 };
            run Down(i);
#ifdef BIER
            run Between(i);
#endif
#ifdef EPOCHS
            run JoinsLater(i);
#endif
#if defined(EXPLICIT_TIMERS) || defined(LIVE)
            run Timer(i);
#endif
            i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < C ->
            run Up(i);
#if LEVELS == 2 && !defined(BIER)
            if
            :: i >= W -> run Between(i)
            :: else
            fi;
#endif
            i++
        :: else -> break
        od;
        i = 0;
#ifdef DEATH
        run Reaper();
#endif
#ifdef EPOCHS
        run Manager();
#endif
#ifdef LIVE
        run Network()
#else
        run Recovery()
#endif
    }
}
