using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scopes;

/// <summary>The execution properties of one workflow instance (rule 9). Each is stored with the activity instance that added it.</summary>
internal sealed class PropertyTable(RunContext run, ThreadPropertyScope threadScope)
{
    public void Add(Frame owner, string name, object value, bool onlyPublic)
    {
        ThrowIfChildren(owner);
        List<PropertyEntry> entries = owner.TakeRareState().TakeProperties();
        if (Named(entries, name) is not null)
        {
            throw new ArgumentException(
                $"'{owner.Activity.DisplayName}' has added a property '{name}' already; remove that one first, or choose another name.", nameof(name));
        }

        Register(value, owner);

        // After the registration, which may throw; then nothing must be undone.
        entries.Add(new PropertyEntry(name, value, onlyPublic));
        if (run.State.Scopes.CountProperty(value))
        {
            threadScope.Begin();
        }
    }

    public bool Remove(Frame owner, string name)
    {
        List<PropertyEntry>? entries = owner.Has(InstanceFlags.HasRareState) ? owner.RareState!.Properties : null;
        int index = entries?.FindIndex(entry => entry.Name == name) ?? -1;
        if (index < 0)
        {
            return false;
        }

        PropertyEntry entry = entries![index];
        if (entry.Value is not Handle { MayLeaveEarly: true })
        {
            ThrowIfChildren(owner);
        }

        entries.RemoveAt(index);

        // Before code of the application runs, which may throw: the property is removed in any case.
        Forget(entry);
        Unregister(entry.Value, owner);
        return true;
    }

    /// <summary>Returns the innermost visible property with the name; null if there is none.</summary>
    public object? Find(Frame observer, string name)
    {
        if (run.State.KnownScopes is not { Properties: > 0 })
        {
            return null;
        }

        IdSpace? space = observer.Activity.Space;
        for (Frame? frame = observer; frame is not null; frame = frame.Parent)
        {
            if (EntriesOf(frame) is { } entries && Named(entries, name) is { } entry && IsVisible(entry, frame, space))
            {
                return entry.Value;
            }
        }

        return null;
    }

    public List<KeyValuePair<string, object>> All(Frame observer)
    {
        List<KeyValuePair<string, object>> all = [];
        foreach (PropertyEntry entry in Visible(observer))
        {
            all.Add(new KeyValuePair<string, object>(entry.Name, entry.Value));
        }

        return all;
    }

    /// <summary>Returns the properties that an instance sees, the innermost first, without those that are shadowed.</summary>
    private IEnumerable<PropertyEntry> Visible(Frame observer)
    {
        if (run.State.KnownScopes is not { Properties: > 0 })
        {
            yield break;
        }

        IdSpace? space = observer.Activity.Space;
        HashSet<string> names = new(StringComparer.Ordinal);
        for (Frame? frame = observer; frame is not null; frame = frame.Parent)
        {
            foreach (PropertyEntry entry in EntriesOf(frame) ?? [])
            {
                if (IsVisible(entry, frame, space) && names.Add(entry.Name))
                {
                    yield return entry;
                }
            }
        }
    }

    /// <summary>
    /// Collects the properties that set up the thread for the code of an instance, the innermost first. The scope of a property determines this, not its
    /// visibility: code that cannot look up a property still runs below the activity that added it.
    /// </summary>
    /// <param name="observer">The instance whose code is about to run.</param>
    /// <param name="isOnly">True if there is only one property, which shadows nothing.</param>
    /// <param name="names">An empty set, which takes the names found so far.</param>
    /// <param name="found">An empty list, which takes the properties.</param>
    public static void CollectThreadProperties(Frame observer, bool isOnly, HashSet<string> names, List<PropertyEntry> found)
    {
        for (Frame? frame = observer; frame is not null; frame = frame.Parent)
        {
            if (EntriesOf(frame) is not { } entries)
            {
                continue;
            }

            for (int i = entries.Count - 1; i >= 0; i--)
            {
                if ((isOnly || names.Add(entries[i].Name)) && entries[i].Value is IExecutionProperty)
                {
                    found.Add(entries[i]);
                }
            }
        }
    }

    /// <summary>Returns the exclusive handles in whose scope an instance runs, visible to it or not.</summary>
    public static IEnumerable<ExclusiveHandle> ExclusiveHandlesAround(Frame observer)
    {
        for (Frame? frame = observer; frame is not null; frame = frame.Parent)
        {
            foreach (PropertyEntry entry in EntriesOf(frame) ?? [])
            {
                if (entry.Value is ExclusiveHandle handle)
                {
                    yield return handle;
                }
            }
        }
    }

    /// <summary>Ends all properties of an instance that ends, in the order in which they were added (rule 9.5).</summary>
    /// <returns>The first exception; null if there was none. All other properties have ended in any case.</returns>
    public Exception? End(Frame owner)
    {
        Exception? first = null;
        FrameRareState rareState = owner.RareState!;
        List<PropertyEntry> entries = rareState.Properties!;

        // Before the properties end: code that runs meanwhile must not find a property that has ended.
        rareState.Properties = null;
        foreach (PropertyEntry entry in entries)
        {
            Forget(entry);
            try
            {
                Unregister(entry.Value, owner);
            }
            catch (Exception exception)
            {
                // An exception at the end of a property is a fault of the instance that ends.
                first ??= exception;
            }
        }

        rareState.Return(entries);
        return first;
    }

    /// <remarks>The shipped transaction handle needs no context. Two contexts would be a tenth of what a <c>TransactionScope</c> allocates.</remarks>
    private static void Register(object value, Frame owner)
    {
        if (value is RuntimeTransactionHandle handle)
        {
            handle.Register();
        }
        else
        {
            (value as IPropertyRegistrationCallback)?.Register(new RegistrationContext(owner));
        }
    }

    private static void Unregister(object value, Frame owner)
    {
        if (value is RuntimeTransactionHandle handle)
        {
            handle.Unregister();
        }
        else
        {
            (value as IPropertyRegistrationCallback)?.Unregister(new RegistrationContext(owner));
        }
    }

    private static PropertyEntry? Named(List<PropertyEntry> entries, string name)
    {
        foreach (PropertyEntry entry in entries)
        {
            if (entry.Name == name)
            {
                return entry;
            }
        }

        return null;
    }

    private static List<PropertyEntry>? EntriesOf(Frame frame) => frame.Has(InstanceFlags.HasRareState) ? frame.RareState!.Properties : null;

    private static bool IsVisible(PropertyEntry entry, Frame owner, IdSpace? observer) =>
        !entry.OnlyPublic || ReferenceEquals(owner.Activity.Space, observer);

    private static void ThrowIfChildren(Frame owner)
    {
        if (FrameTree.HasActiveChild(owner))
        {
            throw new InvalidOperationException(
                $"'{owner.Activity.DisplayName}' cannot change its execution properties while children are scheduled; do it before it schedules the first, or after the last has ended.");
        }
    }

    private void Forget(PropertyEntry entry)
    {
        ScopeState scopes = run.State.Scopes;
        scopes.Properties--;
        scopes.ExclusiveHandles -= entry.Value is ExclusiveHandle ? 1 : 0;
        entry.AwaitsCleanup = false;
        if (entry.Value is IExecutionProperty && --scopes.ThreadProperties == 0)
        {
            threadScope.End();
        }
    }
}
