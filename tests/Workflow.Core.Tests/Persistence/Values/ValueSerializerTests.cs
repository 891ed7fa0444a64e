using System.Buffers;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Statements;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Tests custom serializers, classes that change between save and load, and the caches of the serializer (rules 7.5.4 and 7.6.1).</summary>
[Rule("7.5.4")]
[Rule("7.6.1")]
public sealed class ValueSerializerTests
{
    private readonly JsonValueSerializer _serializer = new();

    [Fact]
    public void Save_LossySerializer_IsRefused()
    {
        SnapshotException refused = Assert.Throws<SnapshotException>(() => Holding(new Note { Text = "a", More = 1 }, new Lossy(), _ => { }).Save());
        Assert.Equal(("v", "root"), (refused.ValueName, refused.ActivityName));
        Assert.Contains("is different after a load", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Save_LosslessSerializer_TriesTypeOnce()
    {
        Keeping serializer = new();
        Note? back = null;
        Reloading running = Holding(new Note { Text = "a", More = 1 }, serializer, read => back = read);
        running.Save();
        running.Save();
        Assert.Equal(1, serializer.Reads);
        running.Reload().Resume("go");
        Assert.Equal(("a", 1), (back!.Text, back.More));
    }

    [Fact]
    public void Save_ConvertedType_IsTriedOnce()
    {
        CountingConverter converter = new();
        JsonValueSerializer serializer = new(new JsonSerializerOptions { Converters = { converter } });
        Reloading running = Holding(new Note { Text = "a" }, serializer, _ => { });
        running.Save();
        running.Save();
        Assert.Equal(1, converter.Reads);
    }

    /// <summary>During the trial load of a value, its references resolve to the objects that are being saved.</summary>
    [Fact]
    public void Save_CollectionOfBookmarks_KeepsIdentity()
    {
        Variable<Waiting> variable = new("v");
        Probe root = new(new Log(), "root") { PrivateVariables = { variable } };
        root.Body = context => variable.Set(context, [context.CreateBookmark("go", root.Resumed), context.CreateBookmark(root.Resumed)]);
        bool isSame = false;
        root.OnResume = (context, bookmark, _) =>
        {
            isSame = ReferenceEquals(variable.Get(context)[0], bookmark);
            Assert.True(context.RemoveBookmark(variable.Get(context)[1]));
        };
        Reloading running = new Reloading(root, Lane.Fast) { Serializer = _serializer }.Start().Reload();
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.True(isSame);
    }

    [Fact]
    [Rule("7.5.5")]
    public void Read_NewMember_KeepsConstructorValue()
    {
        Later read = Assert.IsType<Later>(Read(Write(new Earlier { Number = 3 }), typeof(Later)));
        Assert.Equal((3, "new", 0), (read.Number, read.Added, read.Items.Count));
    }

    [Fact]
    [Rule("7.5.5")]
    public void Read_RemovedMember_IsIgnored()
    {
        Earlier read = Assert.IsType<Earlier>(Read(Write(new Later { Number = 4, Items = { 1 } }), typeof(Earlier)));
        Assert.Equal(4, read.Number);
    }

    /// <summary>
    /// The reader counts the objects of members in order. A skipped member shifts the count, so a later reference could resolve to another object.
    /// </summary>
    [Fact]
    [Rule("7.5.5")]
    public void Read_ReferenceAfterRemovedMember_Fails()
    {
        List<int> shared = [1];
        string json = Write(new Three { First = [0], Second = shared, Third = shared });
        Assert.Throws<JsonException>(() => Read(json, typeof(Two)));
    }

    [Theory]
    [InlineData("""{"@same":5}""")]
    [InlineData("""{"@same":-1}""")]
    [InlineData("""{"@same":0}""")]
    [InlineData("""{"@type":"no such"}""")]
    [InlineData("""{"@type":"uri"}""")]
    [InlineData("""{"@type":"int","@value":"x"}""")]
    [InlineData("""{"@type":"<>","@value":[]}""")]
    [InlineData("5")]
    public void Read_InvalidJson_Fails(string json) => Assert.ThrowsAny<Exception>(() => Read(json, typeof(object)));

    [Fact]
    public void Read_ArrayLengthsTooLarge_Fails() =>
        Assert.Throws<JsonException>(() => Read("""{"lengths":[1000000,1000000],"from":[0,0],"items":[]}""", typeof(int[,])));

    /// <summary>An alias that a host registers does not change the meaning of an attribute of the base class.</summary>
    [Fact]
    public void Write_DerivedNameEqualsOtherAlias_IsRefused()
    {
        ValueContext context = EngineConverters.ContextFor(new TypeRegistry().Add<Earlier>("cat"));
        Assert.Throws<UnsavableValueException>(() => Write(new Cat(), typeof(Animal), context));
    }

    [Fact]
    public void Write_ManyThreads_IsDeterministic()
    {
        string expected = Write(new Later { Number = 4, Items = { 1 } });
        string[] written = new string[Environment.ProcessorCount * 8];
        System.Threading.Tasks.Parallel.For(
            0,
            written.Length,
            i => written[i] = Write(new Later { Number = 4, Items = { 1 } }, typeof(Later), EngineConverters.ContextFor(new TypeRegistry())));
        Assert.All(written, one => Assert.Equal(expected, one));
    }

    [Fact]
    public async Task Write_CollectibleType_DoesNotKeepItAlive()
    {
        WeakReference type = WriteCollectible();
        Assert.True(await Garbage.FreesAsync(type));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference WriteCollectible()
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Collectible"), AssemblyBuilderAccess.RunAndCollect);
        TypeBuilder builder = assembly.DefineDynamicModule("main").DefineType("Made", TypeAttributes.Public);
        builder.DefineField("Number", typeof(int), FieldAttributes.Public);
        Type type = builder.CreateType();
        object value = Activator.CreateInstance(type)!;
        type.GetField("Number")!.SetValue(value, 7);
        string json = Write(value, type, EngineConverters.ContextFor(new TypeRegistry()));
        Assert.Equal("""{"Number":7}""", json);
        Assert.Equal(7, type.GetField("Number")!.GetValue(Read(json, type)));
        return new WeakReference(type);
    }

    private static Reloading Holding<T>(T value, ValueSerializer serializer, Action<T> onRead)
    {
        Variable<T> variable = new("v");
        Probe root = new(new Log(), "root") { PrivateVariables = { variable } };
        root.Body = context =>
        {
            variable.Set(context, value);
            context.CreateBookmark("go", root.Resumed);
        };
        root.OnResume = (context, _, _) => onRead(variable.Get(context));
        return new Reloading(root, Lane.Fast) { Serializer = serializer }.Start();
    }

    private string Write(object value) => Write(value, value.GetType(), EngineConverters.ContextFor(new TypeRegistry()));

    private string Write(object value, Type type, ValueContext context)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer))
        {
            _serializer.Write(json, value, type, context);
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private object? Read(string json, Type type)
    {
        using JsonDocument document = JsonDocument.Parse(json);
        return _serializer.Read(document.RootElement, type, EngineConverters.ContextFor(new TypeRegistry()));
    }

    private sealed class Note
    {
        public string? Text { get; set; }

        public int More { get; set; }
    }

    private sealed class Lossy : ValueSerializer
    {
        public override void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context) => writer.WriteStringValue(((Note)value).Text);

        public override object Read(JsonElement value, Type type, ValueContext context) => new Note { Text = value.GetString() };
    }

    private sealed class Keeping : ValueSerializer
    {
        public int Reads { get; private set; }

        public override void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context) => JsonSerializer.Serialize(writer, value, type);

        public override object? Read(JsonElement value, Type type, ValueContext context)
        {
            Reads++;
            return value.Deserialize(type);
        }
    }

    private sealed class CountingConverter : JsonConverter<Note>
    {
        public int Reads { get; private set; }

        public override Note Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            Reads++;
            return new Note { Text = reader.GetString() };
        }

        public override void Write(Utf8JsonWriter writer, Note value, JsonSerializerOptions options) => writer.WriteStringValue(value.Text);
    }

    private sealed class Waiting : List<Bookmark>;

    private sealed class Earlier
    {
        public int Number { get; set; }
    }

    private sealed class Later
    {
        public int Number { get; set; }

        public string Added { get; set; } = "new";

        public List<int> Items { get; } = [];
    }

    private sealed class Three
    {
        public List<int>? First { get; set; }

        public List<int>? Second { get; set; }

        public List<int>? Third { get; set; }
    }

    private sealed class Two
    {
        public List<int>? Second { get; set; }

        public List<int>? Third { get; set; }
    }

    [JsonDerivedType(typeof(Cat), "cat")]
    private abstract class Animal;

    private sealed class Cat : Animal;
}
