using System.Collections.ObjectModel;

namespace Workflow.Statements;

/// <summary>The catches of one <see cref="TryCatch"/>: no null items, and one catch for each type of exceptions.</summary>
internal sealed class CatchCollection : Collection<Catch>
{
    /// <summary>Returns the catch for exactly the exception's type, otherwise for its most derived base type; null if there is none (rule 5.6).</summary>
    public Catch? Find(Exception exception)
    {
        Type type = exception.GetType();
        Catch? closest = null;
        for (int i = 0; i < Count; i++)
        {
            Catch candidate = this[i];
            if (candidate.ExceptionType == type)
            {
                return candidate;
            }

            // The types that match one exception form a chain of base classes, so 'derived from the best so far' finds the closest.
            if (candidate.ExceptionType.IsAssignableFrom(type) && closest?.ExceptionType.IsAssignableFrom(candidate.ExceptionType) != false)
            {
                closest = candidate;
            }
        }

        return closest;
    }

    protected override void InsertItem(int index, Catch item)
    {
        Check(item, -1);
        base.InsertItem(index, item);
    }

    protected override void SetItem(int index, Catch item)
    {
        Check(item, index);
        base.SetItem(index, item);
    }

    private void Check(Catch item, int replaced)
    {
        ArgumentNullException.ThrowIfNull(item);
        for (int i = 0; i < Count; i++)
        {
            if (i != replaced && this[i].ExceptionType == item.ExceptionType)
            {
                throw new ArgumentException($"There is a catch of '{item.ExceptionType}' already; give each type of exception one catch.", nameof(item));
            }
        }
    }
}
