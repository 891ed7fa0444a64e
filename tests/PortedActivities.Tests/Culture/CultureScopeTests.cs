using System.Globalization;
using PortedActivities.Culture;

namespace PortedActivities.Tests.Culture;

public sealed class CultureScopeTests
{
    private readonly Log _log = new();
    private readonly CultureInfo _outer = Named("-outer-");
    private readonly CultureInfo _inner = Named("-inner-");

    [Fact]
    public async Task Culture_AfterTheBody_IsRestored()
    {
        await new Started(new Sequence { Activities = { In(_outer, Ask()), Ask() } }).OutputsAsync();
        _log.AssertIs("-outer-", "none");
    }

    [Fact]
    public async Task Body_None_Completes() => await new Started(In(_outer, null!)).OutputsAsync();

    [Fact]
    public async Task Scopes_Nested_RestoreTheOuterCulture()
    {
        await new Started(In(_outer, new Sequence { Activities = { Ask(), In(_inner, Ask()), Ask() } })).OutputsAsync();
        _log.AssertIs("-outer-", "-inner-", "-outer-");
    }

    [Fact]
    public async Task Scopes_InParallel_KeepTheirCultureOverAWait()
    {
        Operation first = new(_log, "first");
        Operation second = new(_log, "second");
        Started run = new(new Parallel
        {
            Branches =
            {
                In(_outer, new Sequence { Activities = { first, Ask() } }),
                In(_inner, new Sequence { Activities = { second, Ask() } }),
            },
        });
        second.Succeed();
        first.Succeed();

        await run.OutputsAsync();
        _log.AssertIs("first starts", "second starts", "-inner-", "-outer-");
    }

    [Fact]
    public async Task AsynchronousActivity_InTheBody_StartsInTheCulture()
    {
        Operation operation = new(_log, "operation") { OnStart = _ => _log.Add(Current()) };
        Started run = new(In(_outer, operation));
        Assert.Equal("none", Current());
        operation.Succeed();

        await run.OutputsAsync();
        _log.AssertIs("operation starts", "-outer-");
    }

    [Fact]
    public async Task Variables_OfTheScope_AreSeenInTheBody()
    {
        Variable<string> text = new("text", _ => Current());
        CultureScope scope = In(_outer, new Note(_log, context => text.Get(context)));
        scope.Variables.Add(text);

        await new Started(In(_inner, scope)).OutputsAsync();
        _log.AssertIs("-inner-");
    }

    [Fact]
    public async Task Cancel_WhileTheBodyWaits_CancelsItInTheCulture()
    {
        Operation operation = new(_log, "operation") { HeedsToken = true, OnCancel = _ => _log.Add(Current()) };
        Started run = new(In(_outer, operation));
        run.Cancel();

        await run.AssertCanceledAsync();
        _log.AssertIs("operation starts", "operation cancels", "-outer-", "operation token");
    }

    [Fact]
    public async Task Fault_OfTheBody_LeavesTheScopeAndItsCulture()
    {
        InvalidTimeZoneException thrown = new();
        TryCatch guarded = new()
        {
            Try = In(_outer, new Step(_log, "fails", thrown)),
            Catches = { new Catch<InvalidTimeZoneException> { Action = new ActivityAction<InvalidTimeZoneException> { Handler = Ask() } } },
        };

        await new Started(guarded).OutputsAsync();
        _log.AssertIs("fails", "none");
        Assert.Equal("none", Current());
    }

    [Fact]
    public void Definition_WithoutCulture_IsRefused() =>
        Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(new Sequence { Activities = { new CultureScope { Body = Ask() } } }));

    private static CultureScope In(CultureInfo culture, Activity body) => new() { Culture = new(_ => culture), Body = body };

    /// <summary>Returns a culture that tests recognize by its negative sign.</summary>
    private static CultureInfo Named(string sign)
    {
        CultureInfo culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        culture.NumberFormat.NegativeSign = sign;
        return culture;
    }

    private static string Current()
    {
        string sign = CultureInfo.CurrentCulture.NumberFormat.NegativeSign;
        return sign == "-" ? "none" : sign;
    }

    private Note Ask() => new(_log, _ => Current());
}
