using System;
using System.Transactions;
using Workflow;

namespace PortedActivities.Posting;

/// <summary>Posts an amount to an account; refuses to do so outside a transaction.</summary>
public sealed class PostAmount : CodeActivity
{
    [RequiredArgument]
    public InArgument<string> Account { get; set; }

    [RequiredArgument]
    public InArgument<decimal> Amount { get; set; }

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.RequireExtension<AccountBook>();
    }

    protected override void Execute(CodeActivityContext context)
    {
        RuntimeTransactionHandle handle = context.GetProperty<RuntimeTransactionHandle>();
        if (handle == null || handle.GetCurrentTransaction(context) != Transaction.Current)
        {
            throw new InvalidOperationException("An amount is posted in a transaction only.");
        }

        context.GetExtension<AccountBook>().Post(Account.Get(context), Amount.Get(context));
    }
}
