using System.Transactions;
using Workflow;

namespace NativeAot;

/// <summary>A parcel that is sent.</summary>
internal sealed record Parcel(string To, int Grams);

/// <summary>Computes the price of a parcel. The engine finds the arguments by reflection; trimming keeps them.</summary>
internal sealed class ComputePostage : CodeActivity<decimal>
{
    [RequiredArgument]
    public InArgument<Parcel> Parcel { get; set; } = null!;

    /// <summary>The discount. This program does not set it, so the engine creates the argument.</summary>
    public InArgument<decimal> Discount { get; set; } = null!;

    public OutArgument<bool> IsHeavy { get; set; } = null!;

    protected override decimal Execute(CodeActivityContext context)
    {
        Parcel parcel = Parcel.Get(context);
        IsHeavy.Set(context, parcel.Grams > 1_000);
        return parcel.Grams > 20_000
            ? throw new InvalidOperationException("A parcel weighs 20 kg at most.")
            : 2.50m + (parcel.Grams * 0.001m) - Discount.Get(context);
    }
}

/// <summary>Waits for the weight of a parcel.</summary>
internal sealed class WaitForWeight : NativeActivity<int>
{
    public const string Bookmark = "weight";

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Bookmark, OnWeighed);

    private void OnWeighed(NativeActivityContext context, Bookmark bookmark, object? value) => context.SetValue(Result, (int)value!);
}

/// <summary>Writes a line asynchronously.</summary>
internal sealed class WriteLater : AsyncCodeActivity
{
    public InArgument<string> Text { get; set; } = null!;

    protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        string text = Text.Get(context);
        await Task.Yield();
        Console.WriteLine(text);
    }
}

/// <summary>Takes part in the transaction of its scope, and writes how the transaction ends.</summary>
internal sealed class Enlist : CodeActivity, IEnlistmentNotification
{
    public void Prepare(PreparingEnlistment preparingEnlistment) => preparingEnlistment.Prepared();

    public void Commit(Enlistment enlistment) => End("committed", enlistment);

    public void Rollback(Enlistment enlistment) => End("rolled back", enlistment);

    public void InDoubt(Enlistment enlistment) => End("in doubt", enlistment);

    protected override void Execute(CodeActivityContext context) => Transaction.Current!.EnlistVolatile(this, EnlistmentOptions.None);

    private static void End(string outcome, Enlistment enlistment)
    {
        Console.WriteLine(outcome);
        enlistment.Done();
    }
}
