using System.Transactions;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Tests the participants of a save: the calls that they receive, the order of the calls, and the effect of failures.</summary>
[Rule("7.8")]
public sealed class ParticipantTests
{
    private static readonly XName A = XName.Get("a", "urn:test"), B = XName.Get("b", "urn:test"), C = XName.Get("c", "urn:test");

    private readonly Log _log = new();

    [Fact]
    public void Save_AllCollectThenAllMapThenInputAndOutput()
    {
        Save(Mapper("first"), new IOSaver(_log) { IsPrompt = true }, Mapper("second"));
        _log.AssertIs("first collects", "io collects", "second collects", "first maps", "second maps", "io saves", "io saved");

        Saver Mapper(string name) => new(_log, name)
        {
            OnMap = (_, _) =>
            {
                _log.Add($"{name} maps");
                return null;
            },
        };
    }

    [Fact]
    public void Values_OfAll_AreSeenByMapAndByInputAndOutput()
    {
        List<string> seen = [];
        Saver first = new(_log, "first") { ReadWrite = new Dictionary<XName, object?> { [A] = 1 }, OnMap = See };
        Saver second = new(_log, "second") { WriteOnly = new Dictionary<XName, object?> { [B] = null }, OnMap = Map };
        IOSaver io = new(_log) { IsPrompt = true, OnSave = (readWrite, writeOnly) => See(readWrite, writeOnly) };
        Save(second, first, io);
        Assert.Equal(["a=1 | b=", "a=1 | b=", "a=1 | b=,c=3"], seen);

        IDictionary<XName, object?>? See(IDictionary<XName, object?> readWrite, IDictionary<XName, object?> writeOnly)
        {
            seen.Add($"{Text(readWrite)} | {Text(writeOnly)}");
            return null;
        }

        IDictionary<XName, object?> Map(IDictionary<XName, object?> readWrite, IDictionary<XName, object?> writeOnly)
        {
            See(readWrite, writeOnly);
            return new Dictionary<XName, object?> { [C] = 3 };
        }

        static string Text(IDictionary<XName, object?> values) => string.Join(",", values.Select(value => $"{value.Key.LocalName}={value.Value}"));
    }

    [Fact]
    public void Values_PassedToParticipant_AreReadOnly()
    {
        Saver meddler = new(_log) { OnMap = (readWrite, _) => { readWrite.Add(A, 1); return null; } };
        Assert.IsType<NotSupportedException>(FailureOf(meddler));
    }

    [Fact]
    public void Names_Duplicate_FailSave()
    {
        Dictionary<XName, object?> values = new() { [A] = 1 };
        AssertCollision(new Saver(_log) { ReadWrite = values }, new Saver(_log) { ReadWrite = values });
        AssertCollision(new Saver(_log) { ReadWrite = values }, new Saver(_log) { WriteOnly = values });
        AssertCollision(new Saver(_log) { WriteOnly = values }, new Saver(_log) { ReadWrite = values });
        AssertCollision(new Saver(_log) { ReadWrite = values, WriteOnly = values });
        AssertCollision(new Saver(_log) { ReadWrite = values, OnMap = (_, _) => values });
        AssertCollision(new Saver(_log) { OnMap = (_, _) => values }, new Saver(_log) { OnMap = (_, _) => values });
    }

    [Fact]
    public async Task InputAndOutput_SeveralParticipants_RunConcurrently()
    {
        IOSaver first = new(_log, "first"), second = new(_log, "second");
        Task run = Start(first, second);
        _log.AssertIs("first collects", "second collects", "first saves", "second saves");
        second.Fail(new FormatException("boom"));
        Assert.False(run.IsCompleted);
        first.Succeed();
        Assert.IsType<FormatException>(await FailureOf(run));
    }

    [Fact]
    public async Task InputAndOutput_FailsSynchronously_FailsSaveAfterOthers()
    {
        IOSaver first = new(_log, "first") { OnSave = (_, _) => throw new FormatException("boom") }, second = new(_log, "second");
        Task run = Start(first, second);
        Assert.False(run.IsCompleted);
        second.Succeed();
        Assert.IsType<FormatException>(await FailureOf(run));
    }

    [Fact]
    public void InputAndOutput_NullTask_FailsSave() =>
        Assert.Contains("returned null", Assert.IsType<InvalidOperationException>(FailureOf(new Taskless())).Message, StringComparison.Ordinal);

    [Fact]
    public void Participant_NoOverrides_SavesNothing()
    {
        Save(new Idle(), new IdleIO());
        _log.AssertIs();
    }

    [Fact]
    public async Task Transaction_RequiredByOne_CommitsAfterAllSaved()
    {
        IOSaver with = new(_log, "with", needsTransaction: true) { OnSave = (_, _) => Enlisted.In(_log, "work"), OnEnd = () => Enlisted.In(_log, "more") };
        IOSaver without = new(_log, "without") { OnSave = (_, _) => Assert.Null(Transaction.Current) };
        Task run = Start(with, without);
        with.Succeed();
        Assert.DoesNotContain("work committed", _log.Entries);
        without.Succeed();
        await run.WaitAsync(HangGuard.Limit);
        Assert.Equal(["more committed", "work committed"], _log.Entries[^2..].Order());
    }

    [Fact]
    public void Transaction_SaveFails_IsRolledBack()
    {
        IOSaver with = new(_log, "with", needsTransaction: true) { IsPrompt = true, OnSave = (_, _) => Enlisted.In(_log, "work") };
        IOSaver without = new(_log, "without") { OnSave = (_, _) => throw new FormatException() };
        Assert.IsType<FormatException>(FailureOf(with, without));
        Assert.Contains("work rolled back", _log.Entries);
    }

    [Fact]
    public void Transaction_CommitFails_FailsSave()
    {
        IOSaver with = new(_log, needsTransaction: true) { IsPrompt = true, OnSave = (_, _) => Enlisted.In(_log, "work", refuses: true) };
        Assert.IsType<TransactionAbortedException>(FailureOf(with));
    }

    [Fact]
    [Rule("17.4")]
    public void Transaction_Ambient_IsUsedAndNotCommitted()
    {
        IOSaver with = new(_log, "with", needsTransaction: true) { IsPrompt = true, OnSave = (_, _) => Enlisted.In(_log, "work") };
        using (System.Transactions.TransactionScope caller = new())
        {
            Save(with);
            Assert.DoesNotContain("work committed", _log.Entries);
            Assert.NotNull(Transaction.Current);
            caller.Complete();
        }

        Assert.Contains("work committed", _log.Entries);
    }

    [Fact]
    [Rule("14.3")]
    public void Participants_FromAllSources_AreCalledOnce()
    {
        Saver shared = new(_log, "shared"), made = new(_log, "made"), brought = new(_log, "brought");
        WorkflowInvoker invoker = new(new Sequence());
        invoker.Extensions.Add(shared);
        invoker.Extensions.Add(shared);
        invoker.Extensions.Add(() => made);
        invoker.Extensions.Add(new WithAdditional(brought));
        invoker.Invoke();
        _log.AssertIs("shared collects", "brought collects", "made collects");
    }

    private static void Save(params object[] participants) => Invoker(participants).Invoke();

    private static Task Start(params object[] participants) => Started.WithoutContext(() => Invoker(participants).InvokeAsync());

    private static Exception FailureOf(params object[] participants) =>
        Assert.Throws<WorkflowApplicationAbortedException>(() => Save(participants)).InnerException!;

    private static async Task<Exception> FailureOf(Task run) =>
        (await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => run.WaitAsync(HangGuard.Limit))).InnerException!;

    private static void AssertCollision(params object[] participants)
    {
        Exception failure = FailureOf(participants);
        Assert.Contains("'{urn:test}a'", Assert.IsType<InvalidOperationException>(failure).Message, StringComparison.Ordinal);
    }

    /// <summary>Returns an invoker for an empty workflow, which is saved once, at its end.</summary>
    private static WorkflowInvoker Invoker(object[] participants)
    {
        WorkflowInvoker invoker = new(new Sequence());
        Array.ForEach(participants, invoker.Extensions.Add);
        return invoker;
    }

    private sealed class Idle : Workflow.Persistence.PersistenceParticipant
    {
    }

    private sealed class IdleIO() : Workflow.Persistence.PersistenceIOParticipant(isSaveTransactionRequired: true, isLoadTransactionRequired: true)
    {
        protected override void Abort() => throw new InvalidOperationException("Nothing is aborted here.");
    }

    private sealed class Taskless() : Workflow.Persistence.PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
    {
        private static Task? None { get; }

        protected override Task OnSaveAsync(
            IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken) => None!;

        protected override void Abort()
        {
        }
    }

    private sealed class WithAdditional(object brought) : IWorkflowInstanceExtension
    {
        public IEnumerable<object> GetAdditionalExtensions() => [brought];

        public void SetInstance(WorkflowInstanceProxy instance)
        {
        }
    }
}
