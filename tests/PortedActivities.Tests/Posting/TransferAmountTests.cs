using System.Transactions;
using PortedActivities.Posting;
using AmbientScope = System.Transactions.TransactionScope;
using TransactionScope = Workflow.Statements.TransactionScope;

namespace PortedActivities.Tests.Posting;

public sealed class TransferAmountTests
{
    private readonly Log _log = new();
    private readonly AccountBook _book = new();

    [Fact]
    public async Task Transfer_ThatCompletes_PostsBoth()
    {
        await Start(Transfer(30m)).OutputsAsync();
        Assert.Equal((-30m, 30m), (_book["A"], _book["B"]));
    }

    [Fact]
    public async Task Transfers_OneAfterTheOther_EachCommit()
    {
        await Start(new Sequence { Activities = { Transfer(30m), Transfer(12m) } }).OutputsAsync();
        Assert.Equal((-42m, 42m), (_book["A"], _book["B"]));
    }

    [Fact]
    public async Task Postings_BeforeTheCommit_DoNotCount()
    {
        await Start(Transfer(30m, new Step(_log, "check", _ => _log.Add($"{_book["A"]} {_book["B"]}")))).OutputsAsync();
        _log.AssertIs("check", "0 0");
    }

    [Fact]
    public async Task Fault_BetweenThePostings_RollsBackAndLeaves()
    {
        InvalidTimeZoneException thrown = new();
        await Start(Transfer(30m, new Step(_log, "check", thrown))).AssertFailedAsync(thrown);
        Assert.Equal((0m, 0m), (_book["A"], _book["B"]));
    }

    [Fact]
    public async Task Fault_HandledByAnAncestor_LetsTheNextTransferCommit()
    {
        TryCatch guarded = new()
        {
            Try = Transfer(30m, new Step(_log, "check", new InvalidTimeZoneException())),
            Catches = { new Catch<InvalidTimeZoneException>() }
        };
        await Start(new Sequence { Activities = { guarded, Transfer(7m) } }).OutputsAsync();
        Assert.Equal((-7m, 7m), (_book["A"], _book["B"]));
    }

    [Fact]
    public async Task Cancel_BetweenThePostings_TakesEffectAfterBoth()
    {
        Operation check = new(_log, "check") { HeedsToken = true };
        Started run = Start(new Sequence { Activities = { Transfer(30m, check), new Step(_log, "never") } });
        run.Cancel();
        Assert.True(run.IsRunning);
        check.Succeed();

        await run.AssertCanceledAsync();
        Assert.Equal((-30m, 30m), (_book["A"], _book["B"]));
        _log.AssertIs("check starts");
    }

    /// <summary>A transaction cannot begin while an asynchronous activity runs, because the instance cannot be saved meanwhile.</summary>
    [Fact]
    public async Task Cancel_BeforeTheTransactionBegins_PostsNothing()
    {
        Operation other = new(_log, "other");
        Started run = Start(new Pick
        {
            Branches =
            {
                new PickBranch { Trigger = Transfer(30m, new Step(_log, "check")) },
                new PickBranch { Trigger = other, Action = new Step(_log, "other won") },
            },
        });
        other.Succeed();

        await run.OutputsAsync();
        Assert.Equal((0m, 0m), (_book["A"], _book["B"]));
        _log.AssertIs("other starts", "other won");
    }

    [Fact]
    public async Task Transfer_InTheTransactionOfAnother_JoinsIt()
    {
        InvalidTimeZoneException thrown = new();
        TransactionScope both = new()
        {
            AbortInstanceOnTransactionFailure = false,
            Body = new Sequence { Activities = { Transfer(30m), new Step(_log, "fails", thrown) } },
        };

        await Start(both).AssertFailedAsync(thrown);
        Assert.Equal((0m, 0m), (_book["A"], _book["B"]));
    }

    [Fact]
    public async Task Transfer_InTheCallersTransaction_WaitsForItsEnd()
    {
        using (AmbientScope ambient = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await Start(Transfer(30m)).OutputsAsync();
            Assert.Equal((0m, 0m), (_book["A"], _book["B"]));
            ambient.Complete();
        }

        Assert.Equal((-30m, 30m), (_book["A"], _book["B"]));
    }

    [Fact]
    public async Task Posting_OutsideATransaction_IsRefused()
    {
        Started run = Start(new PostAmount { Account = "A", Amount = 1m });
        await Assert.ThrowsAsync<InvalidOperationException>(run.OutputsAsync);
        Assert.Equal(0m, _book["A"]);
    }

    private static TransferAmount Transfer(decimal amount, Activity? check = null) => new() { From = "A", To = "B", Amount = amount, Check = check };

    private Started Start(Activity workflow) => new(workflow, _book);
}
