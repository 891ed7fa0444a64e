using System.Collections.Concurrent;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Core.Tests.Differential.Trees;
using Workflow.Core.Tests.Differential.Trees.Activities;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The serializer and the type registry for values that tests save.</summary>
internal static class SavedTypes
{
    public static JsonValueSerializer Serializer { get; } = new(new JsonSerializerOptions
    {
        IncludeFields = true,
        Converters = { new Live<NotedThread>(), new Live<NotedRegistration>() },
    });

    public static TypeRegistry Create() => new TypeRegistry()
        .Add<FaultA>("fault a")
        .Add<FaultB>("fault b")
        .Add<FaultC>("fault c")
        .Add<NotedThread>("thread")
        .Add<NotedRegistration>("registration")
        .Add<List<CompensationToken>>("tokens");

    /// <summary>Converts objects that log their use to ids, so that they have the same log after a load.</summary>
    private sealed class Live<T> : JsonConverter<T>
        where T : class
    {
        private static readonly ConcurrentDictionary<Guid, T> Known = [];

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => Copy(Known[reader.GetGuid()]);

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
        {
            Guid id = Guid.NewGuid();
            Known[id] = Copy(value);
            writer.WriteStringValue(id);
        }

        private static T Copy(T value) => (T)typeof(object).GetMethod("MemberwiseClone", BindingFlags.Instance | BindingFlags.NonPublic)!.Invoke(value, null)!;
    }
}
