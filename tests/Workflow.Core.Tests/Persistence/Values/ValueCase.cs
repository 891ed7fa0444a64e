using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>One kind of value with its expected outcome: either the value is equal after a load, or the save is refused.</summary>
internal abstract record ValueCase(string Name)
{
    public static ValueCase Exact<T>(string name, Func<T> make, Func<T, object?> show, TypeRegistry? types = null) => new ExactCase<T>(name, make, show, types);

    public static ValueCase Exact<T>(string name, T value) => new ExactCase<T>(name, () => value, read => read, null);

    public static ValueCase Refused<T>(string name, Func<T> make, string remedy, TypeRegistry? types = null) => new RefusedCase<T>(name, make, remedy, types);

    public abstract void Check();

    /// <summary>Starts an instance that holds the value in a variable.</summary>
    private static Reloading Holding<T>(T value, TypeRegistry? types, Action<T> onRead)
    {
        Variable<T> variable = new("v");
        Probe root = new(new Log(), "root") { PrivateVariables = { variable } };
        root.Body = context =>
        {
            variable.Set(context, value);
            context.CreateBookmark("go", root.Resumed);
        };
        root.OnResume = (context, _, _) => onRead(variable.Get(context));
        return new Reloading(root, Lane.Fast, types) { Serializer = new JsonValueSerializer() }.Start();
    }

    private sealed record ExactCase<T>(string Name, Func<T> Make, Func<T, object?> Show, TypeRegistry? Types) : ValueCase(Name)
    {
        public override void Check()
        {
            object? expected = Show(Make());
            Assert.Equal(expected, Show(Again(Make())));
            Assert.Equal(expected, Show(Again<List<T>>([Make()])[0]));
            Assert.Equal(expected, Show(Again(new Box<T> { Inside = Make() }).Inside));
        }

        private TValue Again<TValue>(TValue value)
        {
            TValue back = default!;
            Reloading running = Holding(value, Types, read => back = read).Reload();
            running.Resume("go");
            running.End().AssertCompleted(ActivityInstanceState.Closed);
            return back;
        }
    }

    private sealed record RefusedCase<T>(string Name, Func<T> Make, string Remedy, TypeRegistry? Types) : ValueCase(Name)
    {
        public override void Check()
        {
            string type = Make()!.GetType().ToString();
            Assert.Contains($"'{type}'", Refusal(Make()), StringComparison.Ordinal);
            Refusal<List<T>>([Make()]);
            Refusal(new Box<T> { Inside = Make() });
        }

        private string Refusal<TValue>(TValue value)
        {
            Reloading running = Holding(value, Types, _ => { });
            SnapshotException refused = Assert.Throws<SnapshotException>(() => running.Save());
            Assert.Equal(("v", "root"), (refused.ValueName, refused.ActivityName));
            Assert.Contains("variable 'v' of 'root' (1)", refused.Message, StringComparison.Ordinal);
            Assert.Contains(Remedy, refused.Message, StringComparison.Ordinal);
            Assert.EndsWith(".", refused.Message, StringComparison.Ordinal);

            // The refused save has no effect on the instance.
            running.Resume("go");
            running.End().AssertCompleted(ActivityInstanceState.Closed);
            return refused.Message;
        }
    }

    private sealed class Box<T>
    {
        public required T Inside { get; init; }
    }
}
