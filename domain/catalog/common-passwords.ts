/**
 * Words of the most used passwords, in lower-case letters alone. Each represents all its spellings:
 * with capitals, with digits and symbols around it or in the place of letters (rules/guessable.ts).
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
password passwort passwd passord parola parool contrasena contrasenia clave motdepasse azerty senha heslo haslo wachtwoord lozinka sifre
pass passw passwo passwor passkey passcode passphrase passme mypass mypassword thepassword newpassword oldpassword yourpassword nopassword
changeme changeit change changenow letmein letmeinn letmeinplease openup opensesame sesame welcome welcomes willkommen bienvenue bienvenido
benvenuto admin admins administrator administrador administrateur amministratore root superuser sysadmin manager operator operater supervisor user
username users guest visitor test tester testing tests testtest testuser testpass testpassword temp temporary temppass default secret secrets
topsecret private security secure login logon signin master masterkey server system computer internet windows microsoft linux ubuntu oracle
google facebook twitter youtube amazon yahoo hotmail gmail apple iphone android samsung nokia motorola sony dell lenovo hewlett packard
cisco router netgear linksys database mysql postgres mssql sqlserver support service helpdesk help office work worker company business
qwerty qwertyu qwertyui qwertyuiop qwertz qwertzui qwertzuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm yxcvbn
yxcvbnm qwer qwert qweasd qweasdzxc qazwsx qazwsxedc wsxedc edcrfv rfvtgb tgbyhn qaz wsx zaq zaqxsw xsw zxc asd qwe qweqwe asdasd zxczxc qweewq
qwaszx qwerasdf asdfqwer poiuy poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcxz mnbvc azertyuiop wxcvbn abc abcd abcde abcdef abcdefg abcdefgh
abcabc aabbcc abcdabcd xyz zyx zyxwvu aaa aaaa bbb ccc xxx xxxx zzz
iloveyou ilovey iloveu ilove lovely love lover lovers loveme loveyou lovelove myl mylove truelove firstlove babylove babygirl baby babe babes
sweetheart sweetie sweet sweety honey darling sugar princess prince princesa principe queen king kings kiss kisses kissme sexy sexygirl hotgirl
hottie beautiful gorgeous pretty cutie cute cuties amor amore teamo tequiero tiamo jetaime liebe schatz hase engel angel angels angelo
angela angelica angelina tamo corazon mylife life happy happiness smile smiley smiles sunshine sunny rainbow butterfly flower flowers rose
rosebud roses lily daisy jasmine violet orchid sunflower blossom peaches peach cherry strawberry banana bananas apples orange lemon melon
kiwi mango coconut cookie cookies chocolate candy cupcake cheese pizza pasta coffee whiskey vodka beer budweiser corona guinness heineken
pepper peppers ginger cinnamon vanilla brownie muffin pumpkin potato tomato pickle bacon chicken turkey steak burger taco
monkey monkeys dragon dragons tiger tigers lion lions panther panthers eagle eagles falcon falcons hawk hawks bear bears wolf wolves wolfpack
dolphin dolphins shark sharks whale horse horses pony mustang stallion cowboy cowboys bull bulls buffalo bronco broncos ram rams colt
colts kitty kitten kittens kittycat cat cats puppy puppies dog dogs doggie doggy bulldog bulldogs rabbit bunny hamster mouse mickey minnie
donald duck ducks goofy pluto snoopy garfield tweety tinkerbell pooh tigger eeyore piglet bambi dumbo simba nemo shrek barbie scooby spongebob
pikachu pokemon charizard mario luigi sonic zelda nintendo playstation xbox gamer gaming game games player minecraft roblox fortnite halo doom
quake diablo starcraft warcraft warhammer counterstrike callofduty battlefield finalfantasy naruto sasuke sakura goku vegeta dragonball
superman batman spiderman ironman wolverine hulk thor joker robin catwoman captain avengers marvel starwars startrek skywalker anakin vader
yoda jedi matrix neo trinity morpheus terminator predator alien gandalf frodo aragorn legolas hobbit mordor harry potter harrypotter hermione
hogwarts dumbledore voldemort gryffindor slytherin twilight edward bella vampire zombie ghost phantom shadow shadows darkness dark night
knight knights midnight moonlight moon star stars starlight stardust sun sunset sunrise summer winter spring autumn january february march
april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday holiday vacation christmas
noel easter halloween birthday santa snowman snowball snowflake snow ice icecream fire firefly flame phoenix thunder lightning storm
hurricane tornado tsunami rain ocean beach island surfer surfing paradise heaven hello hellokitty helloworld world hi hola ciao bonjour hallo
salut aloha goodbye bye please thanks thankyou welcomehome home house family familia famille famiglia mother mommy mom mum mama mami
father daddy dad papa papi brother sister brothers sisters grandma grandpa nana son daughter wife husband friend friends bestfriend friendship
forever foreverlove always together freedom liberty justice peace faith hope trust believe blessed blessing jesus jesuschrist christ
christian god godisgood godislove mygod lord allah mohammed muhammad buddha krishna bible church prayer grace mercy gloria heavenly
football futbol soccer baseball basketball hockey tennis golf golfer golfing volleyball rugby cricket boxing wrestling wrestler racing
racer nascar formula ferrari porsche mercedes bmw audi toyota honda nissan mazda subaru suzuki yamaha kawasaki ducati harley harleydavidson
corvette camaro chevy chevrolet ford dodge jaguar lamborghini maserati volvo volkswagen beetle jeep hummer truck trucks trucker
arsenal chelsea liverpool manchester manutd manunited united everton tottenham spurs celtic rangers barcelona barca realmadrid madrid
juventus juve milan acmilan inter internazionale napoli roma lazio torino fiorentina bayern dortmund schalke ajax benfica porto sporting
galatasaray fenerbahce besiktas lakers celtics yankees redsox mets dodgers giants jets packers steelers patriots ravens raiders redskins vikings
saints seahawks cardinals phillies cubs braves marlins rockets suns heat magic spartan spartans trojan trojans warrior warriors champion
champions winner winners number numberone one two three four five six seven eight nine ten first second third
london paris berlin rome roma milano napoli torino firenze venezia bologna italia italy italiano france francais germany deutschland
england english spain espana espanol portugal brasil brazil mexico argentina chile colombia peru canada america american usa newyork
california texas florida chicago boston dallas denver houston phoenixaz seattle atlanta miami vegas lasvegas hawaii alaska jersey india
pakistan china japan tokyo korea vietnam thailand turkey turkiye istanbul ankara russia moscow poland polska warszawa africa nigeria
australia sydney melbourne ireland irish scotland sweden norway finland denmark holland amsterdam belgium swiss switzerland austria wien greece
michael mike mikey matthew matt daniel danny dan david dave james jim jimmy john johnny joshua josh christopher chris andrew andy joseph joe
william will bill billy robert rob bob bobby richard rick ricky thomas tom tommy charles charlie charly george jorge kevin brian bryan
steven stephen steve edward eddie anthony tony mark marcus martin paul peter pete patrick pat scott sean shawn eric erik jason justin
brandon ryan tyler kyle jacob jake zachary zach nicholas nick nicky nicolas nathan ethan logan dylan austin cameron connor jordan jackson
jack jackie samuel sam sammy benjamin ben benny alexander alex alejandro alexis adam aaron adrian albert alberto alfredo allen alan antonio
arthur barry bernard bradley brad bruce bryce calvin carlos carl casey chad chester clinton cody colin corey craig curtis dale dallas
damian darren dean dennis derek derrick diego dominic donald donovan douglas dustin dwight edgar eduardo enrique ernest eugene felix fernando
francis francisco frank frankie franklin fred freddy frederick gabriel gary gerald gerard gilbert giovanni giuseppe glenn gordon
graham grant greg gregory harold harris harrison hector henry howard hunter ivan jaime jamie jared javier jeff jeffrey jeremy jerome jerry
jesse jesus joel jonathan jose juan julian julio karl keith kenneth kenny kurt lance larry lawrence leon leonardo leonard lewis lorenzo louis
lucas luca luis luke malcolm manuel marco mario marvin mason maurice max maxwell melvin miguel mitchell morgan morris neil nelson noah
norman oliver oscar owen pablo pedro perry philip phillip pierre quentin rafael ralph ramon randy raul raymond reginald ricardo rodney
roger roland ronald ronnie roy russell salvatore samson sebastian sergio seth shane sidney simon spencer stanley stefan stuart ted
terry theodore timothy tim timmy todd travis trevor troy tyrone vernon victor vincent vincenzo walter warren wayne wesley xavier zack
jessica jennifer jenny ashley amanda sarah sara stephanie nicole elizabeth liz lizzie heather melissa michelle megan amber lauren
samantha danielle rachel rebecca becky brittany kimberly kim emily christina christine chris katherine kathryn kate katie kelly laura
lisa linda mary maria marie marina anna anne annie ana alice alicia alison allison amy andrea angie anita april ariel audrey autumnn
barbara beatrice bertha beth betty bianca bonnie brenda bridget brooke candice carla carmen carol carolina caroline carolyn carrie catherine
cecilia charlotte chelsey cheryl chiara chloe cindy claire clara claudia courtney crystal cynthia dana debbie deborah debra denise diamond
diana diane dolores donna doris dorothy eleanor elena elisa ella ellen emma erica erika erin esther eva evelyn faithh felicia fernanda
fiona florence frances francesca gabriela gabriella gina giulia gladys gloria grace hannah hailey heidi helen helena holly hope ida irene
isabel isabella ivy jackie jacqueline jane janet janice jasmin jean jeanette jenna jill joan joanna jocelyn jodie josephine joyce juanita
judith judy julia juliana julie juliet karen karina katrina kayla kaylee kristen kristin kristina lacey latoya leah leslie lillian lily
lori lorraine louise lucia lucy lydia lynn mackenzie madeline madison maggie marcia margaret margarita mariah marilyn marissa marjorie
martha martina maureen maya melanie melinda mercedes mia mildred miranda molly monica monique mya nadia nancy naomi natalia natalie
natasha nina nora norma olivia paige pamela patricia patty paula pauline penny phyllis priscilla rhonda rita roberta robyn rosa rosalie
rosemary roxanne ruby ruth sabrina sally sandra sandy savannah selena serena shannon sharon sheila shelby shelly sherry shirley sierra silvia
sofia sonia sophia sophie stacey stacy stella sue susan suzanne sylvia tamara tammy tanya tara tatiana teresa theresa tiffany tina tracy
trinity valentina valeria valerie vanessa vera veronica vicky victoria viola virginia vivian wanda wendy whitney yolanda yvonne zoe
alessandro alessandra francesco matteo simone davide stefano stefania federico federica valentino roberto mauro silvio paolo paola pietro
elisabetta chiarina jurgen hans klaus wolfgang dieter helmut uwe ursula sabine petra monika katja anja nicolas benoit thierry
laurent olivier celine aurelie camille mehmet mustafa ahmet ahmed ali hasan hussein ibrahim omar khalid fatima aisha mohamed yusuf sergey dmitry
vladimir natalya svetlana olga tatyana nikita maxim andrey igor kumar rahul rajesh priya deepak sanjay wang zhang li chen liu nguyen kimchi
soldier army marine marines navy airforce military police sheriff ranger sniper hunter hunting fishing fisher fish bass trout salmon
hacker hacking hack cracker killer killers murder death dead devil demon demons satan lucifer evil hell inferno chaos anarchy
rebel pirate pirates ninja ninjas samurai gangster gangsta mafia godfather scarface boss bigboss bossman player playboy pimp stud
money moneymoney cash dollar dollars rich richie million millionaire gold golden goldfish silver platinum diamonds crystal emerald
sapphire pearl jewel treasure lucky luckyone luckystar fortune casino poker blackjack jackpot vegas clover shamrock magical magician wizard merlin
merlot camelot excalibur lancelot arthurian zeus apollo athena hercules atlas titan titans titanic venus mars mercury jupiter saturn neptune
pluto galaxy universe cosmos nova orion andromeda gemini taurus aries leo virgo libra scorpio scorpion sagittarius capricorn aquarius
pisces music musica musician guitar guitars guitarist piano drums drummer bassist violin trumpet saxophone rock rocknroll rockstar metal
metallica nirvana slipknot korn linkinpark greenday blink eminem tupac snoop beyonce rihanna shakira madonna britney spears elvis presley beatles
lennon queenie pinkfloyd zeppelin ledzeppelin acdc gunsnroses ironmaiden megadeth slayer blacksabbath ozzy kurtcobain bobmarley marley reggae
jazz blues hiphop rapper techno trance dancer dance dancing ballet singer singing song songs rhythm melody harmony
red blue green yellow purple pink black white brown grey gray silverado blackie blacky whitey redhead bluebird bluesky greenday purplehaze
pinky blackcat blackbird blackberry whitewolf redwood redrose bluemoon bluefish blueeyes browneyes greeneyes
access accesso account accounts action active adidas nike puma reebok agent alpha beta gamma delta omega sigma echo foxtrot bravo zulu
anything nothing something everything whatever nobody somebody anybody someone whoknows dontknow idontknow forgot forget forgetit remember
remind reminder noway never nevermind maybe okay yes yesyes nono trustno trustnoone nomore enter entering exit escape control delete shift
backspace keyboard monitor laptop desktop mobile phone telephone cellphone pager network wireless wifi broadband firewall
matrix mystery mystic mustard mercury maverick goose topgun viper cobra python rattlesnake snake snakes spider spiders scorpio ladybug bug
bugs bugsbunny roadrunner coyote daffy popeye olive homer bart lisa simpsons simpson southpark cartman kenny stan familyguy stewie
college school student teacher professor doctor nurse lawyer engineer engineering science chemistry physics biology history english math
maths university harvard stanford yale oxford cambridge library book books reader reading writer writing poet poetry painter artist
art photo photos photography camera canon nikon picture movie movies cinema actor actress hollywood broadway theater
buster bubba bandit barney bailey baxter beau bella bentley blaze bogey boomer brandy brutus buddy buddyboy buffy casper chance charlotte
chico cleo coco cooper dakota dexter dixie duke elmo ernie fluffy freckles george gizmo goober gunner harley hershey jasper jake kelsey
lady lassie lola lucky maddie madison maggie max merlin midnight milo misty molly muffin murphy nala nikki oreo otis patches peanut
peanuts pebbles penny pepper phoebe precious prince princess rascal rex riley rocky romeo rosie rover roxy rufus rusty sadie sam sasha
scout shadow sheba skippy smokey snickers snowball sophie sparky spike spot stella sugar taz teddy teddybear thumper toby tucker willow winston
woody yogi ziggy zoey abacus absolut academy adult airborne airplane aircraft pilot flyer flying rocket shuttle nasa apollo space spaceman
alcatraz alchemy almighty amazing awesome brilliant excellent fantastic great super superb superstar supernova superfly superior perfect
perfection wonderful wonder marvelous incredible invincible invisible infinity eternal eternity destiny fate karma spirit soul
soulmate heart hearts heartbreak heartbeat broken lonely alone sad crazy crazygirl insane mental psycho freak freaky weird stupid dumb
idiot moron loser losers asshole bastard bitch bitches biteme bullshit fuck fucker fucking fuckme fuckoff fuckyou shit shithead dick
dickhead pussy cunt cock boobs boobies tits booger nipple penis porn porno sex sexsex sexxx hardcore horny naked nude naughty orgasm
blowjob slut whore suckit suckme eatme kickass smartass badass badboy badgirl goodboy goodgirl bigdog bigdaddy biggie bigone bigred littleone
lol lolol lmao rofl omg wtf haha hahaha hehe lalala blahblah blah dada mimi kiki lulu nini titi toto
bond jamesbond goldeneye moonraker skyfall octopussy agentx mission impossible rambo rocky creed gladiator braveheart patton platoon
titanium uranium plutonium carbon oxygen hydrogen nitrogen helium atomic nuclear laser electric electron energy power powers powerful
turbo nitro diesel gasoline engine motor driver drive driving highway speed speedy fast faster fastest furious racecar
laboratory labor labo lab labs labtest biotech genetics genome dna rna pcr sample samples result results clinic hospital medical medicine pharma
diagnostic diagnostics covid virus bacteria microscope pipette
qwertyqwerty asdfasdf zxcvzxcv passpass adminadmin loginlogin rootroot useruser useradmin adminuser mydog mycat mybaby mygirl mywife myname
mylove mysecret myself me iam iamgod imthebest thebest bestever thebeast thebomb theone theking theboss therock undertaker johncena
`
    .split(/\s+/)
    .filter(Boolean),
)
