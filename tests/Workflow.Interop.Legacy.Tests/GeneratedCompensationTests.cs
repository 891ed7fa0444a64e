using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>
/// Generated workflows with compensation produce the trace of a reference interpreter (A.11). The interpreter runs the same tree recursively and keeps lists of
/// the work that can be compensated.
/// </summary>
[Trait("Paragraph", "A.11")]
public sealed class GeneratedCompensationTests
{
    private readonly List<string> _actual = [];
    private readonly List<string> _expected = [];
    private int _names;
    private int _order;

    [Fact]
    public void Workflows_WithCompensation_MatchInterpreter()
    {
        int compensated = 0;
        for (int seed = 0; seed < 2000; seed++)
        {
            _actual.Clear();
            _expected.Clear();
            Random random = new(seed);
            (Activity root, Action<Done> interpret) = Sequence(random, 4);
            Exception? expected = Record.Exception(() => Flow(interpret, null, new Done()));
            using Run run = Run.Of(root);
            Assert.True(expected is null or FormatException, $"Seed {seed}: {expected}");
            Assert.True(_expected.SequenceEqual(_actual), $"Seed {seed}: expected {string.Join(' ', _expected)}, actual {string.Join(' ', _actual)}.");
            Assert.True(ReferenceEquals(expected, run.Exception), $"Seed {seed}: expected {expected}, actual {run.Exception}.");
            compensated += _actual.Exists(static line => line.StartsWith('-')) ? 1 : 0;
        }

        Assert.InRange(compensated, 500, 1900);
    }

    private (Activity Activity, Action<Done> Interpret) Generate(Random random, int depth) => random.Next(depth == 0 ? 5 : 11) switch
    {
        0 => Step(),
        1 or 2 or 3 => Book(random),
        4 => random.Next(2) == 0 ? Failure() : Step(),
        5 or 6 => Sequence(random, depth),
        7 => Loop(random, depth),
        _ => Scope(random, depth),
    };

    private (Activity Activity, Action<Done> Interpret) Step()
    {
        string name = Name("c");
        return (Code(name, _actual), _ => _expected.Add(name));
    }

    private (Activity Activity, Action<Done> Interpret) Failure()
    {
        Exception exception = new FormatException(Name("t"));
        return (Throw(exception.Message, exception), _ => throw exception);
    }

    /// <summary>Creates a booking. The compensation of one in ten bookings fails.</summary>
    private (Activity Activity, Action<Done> Interpret) Book(Random random)
    {
        string name = Name("b");
        Exception? failure = random.Next(10) == 0 ? new FormatException($"undo {name}") : null;
        Booking booking = new(name, []);
        booking.AddHandler(Booking.BookedEvent, (EventHandler)((_, _) => _actual.Add(name)));
        booking.Undone += (_, _) =>
        {
            _actual.Add($"-{name}");
            if (failure is not null)
            {
                throw failure;
            }
        };
        return (booking, done =>
        {
            _expected.Add(name);
            done.Add(_order++, _ =>
            {
                _expected.Add($"-{name}");
                if (failure is not null)
                {
                    throw failure;
                }
            });
        }
        );
    }

    private (Activity Activity, Action<Done> Interpret) Loop(Random random, int depth)
    {
        int count = random.Next(4);
        (Activity child, Action<Done> interpret) = Generate(random, depth - 1);
        bool isWhile = random.Next(2) == 0;
        Func<bool> expected = UpTo(count);
        Activity loop = isWhile ? While(Name("w"), UpTo(count), child) : Replicator(Name("r"), ExecutionType.Sequence, new int[count], child);
        return (loop, done => Flow(
            mine =>
            {
                for (int i = 0; isWhile ? expected() : i < count; i++)
                {
                    interpret(mine);
                }
            },
            null,
            done));
    }

    private (Activity Activity, Action<Done> Interpret) Sequence(Random random, int depth)
    {
        (Activity[] children, Action<Done> interpret) = Children(random, depth);
        SequenceActivity sequence = Tree.Sequence(Name("s"), children);
        Action<Done>? handle = FaultHandler(random, depth, sequence);
        return (sequence, done => Flow(interpret, handle, done));
    }

    private (Activity Activity, Action<Done> Interpret) Scope(Random random, int depth)
    {
        (Activity[] children, Action<Done> interpret) = Children(random, depth);
        CompensatableSequenceActivity scope = Compensatable(Name("x"), children);
        Action<Done>? handle = FaultHandler(random, depth, scope);
        (Activity[] Children, Action<Done, Done> Interpret)? undo = random.Next(2) == 0 ? Handler(random, depth, scope.Name) : null;
        if (undo is { } handler)
        {
            scope.With(OnCompensate(Name("o"), handler.Children));
        }

        return (scope, done =>
        {
            Done mine = new();
            bool hasSucceeded = false;
            try
            {
                Flow(interpret, handle, mine, out hasSucceeded);
            }
            finally
            {
                if (!hasSucceeded)
                {
                    done.Add(mine);
                }
            }

            if (!hasSucceeded)
            {
                return;
            }

            done.Add(_order++, outer =>
            {
                Done late = new();
                try
                {
                    if (undo is { } run)
                    {
                        Flow(inner => run.Interpret(mine, inner), null, late);
                    }
                    else
                    {
                        mine.UndoAll();
                    }
                }
                catch (FormatException)
                {
                    outer.Add(mine);
                    outer.Add(late);
                    throw;
                }
            });
        }
        );
    }

    private (Activity[] Children, Action<Done> Interpret) Children(Random random, int depth)
    {
        (Activity Activity, Action<Done> Interpret)[] children = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => Generate(random, depth - 1))];
        return ([.. children.Select(static child => child.Activity)], done => Array.ForEach(children, child => child.Interpret(done)));
    }

    private Action<Done>? FaultHandler(Random random, int depth, SequenceActivity owner)
    {
        if (random.Next(4) != 0)
        {
            return null;
        }

        (Activity[] children, Action<Done, Done> interpret) = Handler(random, depth, owner.Name);
        owner.With(Handlers(Name("hs"), Handler<FormatException>(Name("h"), children)));
        return done =>
        {
            Done late = new();
            try
            {
                Flow(outer => Flow(inner => interpret(done, inner), null, outer), null, late);
            }
            finally
            {
                done.Add(late);
            }
        };
    }

    /// <summary>
    /// Creates the children of a handler: a sequence, in half of the cases the compensation of the owner, and another sequence. The handler compensates its own
    /// children like other activities.
    /// </summary>
    private (Activity[] Children, Action<Done, Done> Interpret) Handler(Random random, int depth, string owner)
    {
        (Activity before, Action<Done> interpretBefore) = Sequence(random, Math.Min(depth, 1));
        (Activity after, Action<Done> interpretAfter) = Sequence(random, Math.Min(depth, 1));
        bool compensates = random.Next(2) == 0;
        return (compensates ? [before, Compensate(Name("co"), owner), after] : [before, after], (mine, late) =>
        {
            interpretBefore(late);
            if (compensates)
            {
                mine.UndoAll();
            }

            interpretAfter(late);
        }
        );
    }

    private static void Flow(Action<Done> interpret, Action<Done>? handle, Done done) => Flow(interpret, handle, done, out _);

    private static void Flow(Action<Done> interpret, Action<Done>? handle, Done done, out bool hasSucceeded)
    {
        Done mine = new();
        hasSucceeded = false;
        try
        {
            interpret(mine);
            hasSucceeded = true;
        }
        catch (FormatException) when (handle is not null)
        {
            handle(mine);
        }
        catch (FormatException)
        {
            mine.UndoAll();
            throw;
        }
        finally
        {
            done.Add(mine);
        }
    }

    /// <summary>
    /// Creates the condition of a loop. The workflow and the interpreter use separate conditions, which count in the same way even after an exception in the
    /// loop.
    /// </summary>
    private static Func<bool> UpTo(int limit)
    {
        int count = 0;
        return () => (count = count == limit ? 0 : count + 1) > 0;
    }

    private string Name(string kind) => $"{kind}{_names++}";

    /// <summary>The work that can be compensated, in the order in which it was done. Compensation removes an entry, even if it fails.</summary>
    private sealed class Done
    {
        private readonly SortedDictionary<int, Action<Done>> _entries = [];

        public void Add(int order, Action<Done> undo) => _entries.Add(order, undo);

        public void Add(Done other)
        {
            foreach ((int order, Action<Done> undo) in other._entries)
            {
                _entries.Add(order, undo);
            }

            other._entries.Clear();
        }

        public void UndoAll()
        {
            while (_entries.Count > 0)
            {
                (int order, Action<Done> undo) = _entries.Last();
                _entries.Remove(order);
                undo(this);
            }
        }
    }
}
