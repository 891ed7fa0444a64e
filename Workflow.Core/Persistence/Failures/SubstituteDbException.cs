using System.Data.Common;

namespace Workflow.Persistence;

/// <summary>
/// Substitutes an exception of a database driver that could not be restored. A separate class is necessary, because the base class
/// <see cref="DbException"/> is abstract.
/// </summary>
internal sealed class SubstituteDbException : DbException
{
    public SubstituteDbException(string? message, string originalType, Exception? innerException, string? state, bool isTransient)
        : base(message, innerException)
    {
        OriginalType = originalType;
        SqlState = state;
        IsTransient = isTransient;
    }

    public string OriginalType { get; }

    public override string? SqlState { get; }

    public override bool IsTransient { get; }

    public override string ToString() => SubstituteException.TextOf(this, base.ToString(), OriginalType);
}
