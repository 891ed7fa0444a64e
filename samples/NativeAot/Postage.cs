using Workflow;
using Workflow.Statements;

namespace NativeAot;

/// <summary>Creates the workflow, which weighs parcels until one is too heavy, and prints the price of each.</summary>
internal static class Postage
{
    public static Activity Create()
    {
        Variable<int> count = new("count"), grams = new("grams");
        Variable<decimal> total = new("total"), price = new("price");
        Variable<Parcel?> parcel = new("parcel");
        Variable<bool> isDone = new("isDone"), isHeavy = new("isHeavy");
        DelegateInArgument<InvalidOperationException> refused = new("refused");
        return new Sequence
        {
            DisplayName = "Postage",
            Variables = { count, grams, total, price, parcel, isDone, isHeavy },
            Activities =
            {
                new While(context => !isDone.Get(context))
                {
                    Body = new TryCatch
                    {
                        Try = new Sequence
                        {
                            Activities =
                            {
                                new WaitForWeight { Result = grams },
                                new Assign<Parcel?>
                                {
                                    To = parcel,
                                    Value = new(context => new Parcel($"customer {count.Get(context) + 1}", grams.Get(context)))
                                },
                                new ComputePostage { Parcel = new(context => parcel.Get(context)!), IsHeavy = isHeavy, Result = price },
                                new Assign<decimal> { To = total, Value = new(context => total.Get(context) + price.Get(context)) },
                                new Assign<int> { To = new(context => count.Get(context)), Value = new(context => count.Get(context) + 1) },
                                new WriteLater
                                {
                                    Text = new(context => $"{parcel.Get(context)}: {price.Get(context)}{(isHeavy.Get(context) ? ", heavy" : "")}")
                                },
                            },
                        },
                        Catches =
                        {
                            new Catch<InvalidOperationException>
                            {
                                Action = new ActivityAction<InvalidOperationException>
                                {
                                    Argument = refused,
                                    Handler = new Assign<bool> { To = isDone, Value = true },
                                },
                            },
                        },
                    },
                },
                new WriteLine { Text = new(context => $"{count.Get(context)} parcels: {total.Get(context)}") },
            },
        };
    }
}
